import { StatusBadge } from "@/components/ui/status-badge";
import type { FieldChangeView } from "@/lib/recordings/views";
import { BeforeAfter } from "./before-after";
import { ChangedText } from "./changed-text";
import { toStatusTone } from "./status-tone";
import { toValueText } from "./to-value-text";

type FieldChangeProps = { change: FieldChangeView; timeZone: string };

/** What a field was, and what it became. */
export function FieldChange({ change, timeZone }: FieldChangeProps) {
  const { field, words } = change;
  const before = toValueText(field, change.before, timeZone);
  const after = toValueText(field, change.after, timeZone);
  if (field === "status" && isShort(before) && isShort(after)) {
    return <BeforeAfter before={toBadge(before)} after={toBadge(after)} />;
  }
  // Two instants may differ by less than is shown of them.
  return before === after ? (
    <ChangedText before={String(change.before)} after={String(change.after)} />
  ) : (
    <ChangedText before={before} after={after} words={words} isFolded={field === "summary"} />
  );
}

function toBadge(status: string): React.ReactNode {
  return <StatusBadge tone={toStatusTone(status)}>{status}</StatusBadge>;
}

/** A badge stays in one line. */
function isShort(status: string | null): status is string {
  return status !== null && status.length <= 40;
}
