import { Code } from "@/components/ui/page/code";
import { Badge } from "@/components/ui/tone/badge";
import type { DriftView } from "@/lib/intake/drift/views";
import { describeDrift } from "./describe-drift";

/** What differs and where, and whether that is new. */
export function DriftName({ drift }: { drift: DriftView }) {
  const { what, which } = describeDrift(drift);
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
      {drift.isNew ? <Badge mood="info">New</Badge> : null}
      <span>{what}</span>
      {which === null ? null : (
        <bdi className="min-w-0 text-muted">
          <Code>{which}</Code>
        </bdi>
      )}
    </span>
  );
}
