import { ShortInstant } from "@/components/format/dates";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { Code, Identifier } from "@/components/ui/page/details";
import { cutText } from "@/lib/list/list-page";
import type {
  ExtraChangeView,
  FieldChangeView,
  HistoryDeliveryView,
  RecordChangesView,
} from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { fieldLabels, isCustomerField } from "./call-details";
import { ChangedText, FieldChange } from "./field-change";
import { recordingsDetailTexts } from "./texts.en";

type RecordChangesProps = {
  changes: RecordChangesView | null;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** What became different, under the headings that the page has for it. */
export function RecordChanges({ changes, ...seen }: RecordChangesProps) {
  const t = recordingsDetailTexts();
  if (!changes) return <p className="text-muted">{t.change.tooLarge}</p>;
  const { fields, extra, moreExtra } = changes;
  if (extra && fields.length + extra.length === 0) {
    return <p className="text-muted">{t.change.onlyRewritten}</p>;
  }
  return (
    <div className="space-y-2 py-0.5">
      <FieldChanges changes={fields.filter(({ field }) => !isCustomerField(field))} {...seen} />
      <FieldChanges
        title={t.customer}
        changes={fields.filter(({ field }) => isCustomerField(field))}
        {...seen}
      />
      <ChangeGroup
        title={t.otherFields}
        rows={(extra ?? []).map((change) => ({
          key: change.path,
          label: toShortLabel(change.path),
          value: <ExtraChange change={change} />,
        }))}
      />
      {extra ? null : <p className="text-muted">{t.change.otherTooLarge}</p>}
      {moreExtra > 0 ? <p className="text-muted">{t.change.moreOther(moreExtra)}</p> : null}
    </div>
  );
}

function toShortLabel(path: string): string {
  const [beginning, rest] = cutText(path, 100);
  return rest ? `${beginning}…` : path;
}

type FieldChangesProps = {
  title?: string;
  changes: readonly FieldChangeView[];
  timeZone: string;
  /** Where statuses and campaigns may be among the fields. */
  vocabulary?: VocabularyView;
};

/** What became different of the fields that Earshot knows. */
export function FieldChanges({ title, changes, ...seen }: FieldChangesProps) {
  const rows = changes.map((change) => ({
    key: change.field,
    label: fieldLabels()[change.field],
    value: <FieldChange change={change} {...seen} />,
  }));
  return <ChangeGroup title={title} rows={rows} />;
}

type ChangeGroupProps = {
  title: string | undefined;
  rows: { key: string; label: string; value: React.ReactNode }[];
};

/** Changes that belong together; nothing where there are none. */
function ChangeGroup({ title, rows }: ChangeGroupProps) {
  if (rows.length === 0) return null;
  return (
    <div>
      {title ? <h4 className="font-medium text-muted text-xs">{title}</h4> : null}
      <dl>
        {rows.map(({ key, label, value }) => (
          <div
            key={key}
            className="grid gap-x-4 py-1 sm:py-0.5 sm:grid-cols-[minmax(0,8.75rem)_minmax(0,1fr)]"
          >
            <dt className="wrap-anywhere min-w-0 text-muted">{label}</dt>
            <dd className="wrap-anywhere min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What became of a field that Earshot doesn't know, as JSON. */
function ExtraChange({ change: { before, after } }: { change: ExtraChangeView }) {
  return (
    <Code>
      <ChangedText before={before} after={after} none={recordingsDetailTexts().change.absent} />
    </Code>
  );
}

type HistoryPointProps = {
  title: string;
  at: string;
  timeZone: string;
  /** Whether the recording became another by it. */
  isNews: boolean;
  children: React.ReactNode;
};

/** A point on the line of a recording's history. */
export function HistoryPoint({ title, at, timeZone, isNews, children }: HistoryPointProps) {
  return (
    <li className="group/point relative pb-5 pl-6 last:pb-0">
      <span
        aria-hidden
        className="absolute top-2.5 -bottom-2.5 left-1 w-px bg-line-strong group-last/point:hidden"
      />
      <span
        aria-hidden
        className={classNames(
          "absolute top-1.5 left-0 size-2.25 rounded-full border",
          isNews ? "border-accent-solid bg-accent-solid" : "border-line-strong bg-surface",
        )}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{title}</h3>
        <p className="text-muted">
          <ShortInstant at={at} timeZone={timeZone} />
        </p>
      </div>
      <div className="mt-0.5 space-y-1.5">{children}</div>
    </li>
  );
}

type HistoryDeliveryProps = { delivery: HistoryDeliveryView; isAdministrator: boolean };

/** Which delivery it was, the way to its bytes, and whether it came out of order. */
export function HistoryDelivery({
  delivery: { deliveryId, isLate, isTaken },
  isAdministrator,
}: HistoryDeliveryProps) {
  const t = recordingsDetailTexts().history;
  return (
    <div className="space-y-1 text-muted text-xs">
      {isLate ? (
        <p>
          <Badge>{t.late}</Badge> {t.lateMeans}
        </p>
      ) : null}
      {isTaken ? (
        <p>
          <Badge>{t.taken}</Badge> {t.takenMeans}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3">
        <Identifier value={deliveryId} label={t.copyDeliveryId} />
        {isAdministrator ? (
          <a
            href={`/api/deliveries/${deliveryId}/raw`}
            aria-label={t.payloadOf(deliveryId)}
            className="whitespace-nowrap underline print:hidden underline-offset-2 hover:text-text"
          >
            {t.payload}
          </a>
        ) : null}
      </p>
    </div>
  );
}
