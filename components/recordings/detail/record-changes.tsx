import { countFormat } from "@/components/format/numbers";
import { Code } from "@/components/ui/page/description-list";
import { cutText } from "@/lib/list/cut-text";
import type { ExtraChangeView, RecordChangesView } from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { ChangedText, FieldChange } from "./field-change";
import { fieldLabels, isCustomerField } from "./fields";

type RecordChangesProps = {
  changes: RecordChangesView | null;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** What became different, under the headings that the page has for it. */
export function RecordChanges({ changes, ...seen }: RecordChangesProps) {
  if (!changes) return <p className="text-muted">Too large to be compared here.</p>;
  const { fields, extra, moreExtra } = changes;
  if (extra && fields.length + extra.length === 0) {
    return (
      <p className="text-muted">Other fields were written another way; their values stayed.</p>
    );
  }
  const toRow = (change: (typeof fields)[number]) => ({
    key: change.field,
    label: fieldLabels[change.field],
    value: <FieldChange change={change} {...seen} />,
  });
  return (
    <div className="space-y-2 py-0.5">
      <ChangeGroup rows={fields.filter(({ field }) => !isCustomerField(field)).map(toRow)} />
      <ChangeGroup
        title="Customer"
        rows={fields.filter(({ field }) => isCustomerField(field)).map(toRow)}
      />
      <ChangeGroup
        title="Other fields"
        rows={(extra ?? []).map((change) => ({
          key: change.path,
          label: toShortLabel(change.path),
          value: <ExtraChange change={change} />,
        }))}
      />
      {extra ? null : (
        <p className="text-muted">Other fields changed; they are too large to be compared here.</p>
      )}
      {moreExtra > 0 ? (
        <p className="text-muted">And {countFormat.format(moreExtra)} more other fields.</p>
      ) : null}
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
      <ChangedText before={before} after={after} none="absent" />
    </Code>
  );
}
