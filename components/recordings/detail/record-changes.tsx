import { countFormat } from "@/components/format/count-format";
import type { RecordChangesView } from "@/lib/recordings/detail/views";
import { cutText } from "@/lib/recordings/record/cut-text";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { ChangeGroup } from "./change-group";
import { ExtraChange } from "./extra-change";
import { FieldChange } from "./field-change";
import { fieldLabels, isCustomerField } from "./field-labels";

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
