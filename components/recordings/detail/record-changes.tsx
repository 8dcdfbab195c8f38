import { Code } from "@/components/ui/page/description-list";
import { cutText } from "@/lib/list/list-page";
import type { ExtraChangeView, RecordChangesView } from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { ChangedText, FieldChange } from "./field-change";
import { fieldLabels, isCustomerField } from "./fields";
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
  const toRow = (change: (typeof fields)[number]) => ({
    key: change.field,
    label: fieldLabels()[change.field],
    value: <FieldChange change={change} {...seen} />,
  });
  return (
    <div className="space-y-2 py-0.5">
      <ChangeGroup rows={fields.filter(({ field }) => !isCustomerField(field)).map(toRow)} />
      <ChangeGroup
        title={t.customer}
        rows={fields.filter(({ field }) => isCustomerField(field)).map(toRow)}
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

type ChangeGroupProps = {
  title?: string;
  rows: { key: string; label: string; value: React.ReactNode }[];
};

/** Changes that belong together; nothing where there are none. */
export function ChangeGroup({ title, rows }: ChangeGroupProps) {
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
