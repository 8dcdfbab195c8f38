"use client";

import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Callout } from "@/components/ui/page/callout";
import type { StartRefusal } from "@/lib/rehearsal/views";

export type StartRehearsalProps = {
  start: (previous: StartRefusal) => Promise<StartRefusal>;
  isRunning: boolean;
  isFirst: boolean;
};

/** Begins a rehearsal, or says why the database doesn't let it. */
export function StartRehearsal({ start, isRunning, isFirst }: StartRehearsalProps) {
  const [refusal, submit] = useActionState(start, null);
  return (
    <div className="space-y-4">
      <form action={submit} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isRunning ? (
          <SubmitButton disabled>Rehearsing…</SubmitButton>
        ) : (
          <SubmitButton pendingText="Starting…">
            {isFirst ? "Start test run" : "Run again"}
          </SubmitButton>
        )}
        <p className="text-dense text-muted">It takes a few seconds. Real calls go on meanwhile.</p>
      </form>
      {refusal ? (
        <Callout variant="bad" role="alert" title="The database doesn’t let Earshot rehearse">
          The rehearsal needs a schema of its own for a few seconds. Let Earshot’s database user
          make one: <code className="font-mono">GRANT CREATE ON DATABASE</code> does it.
        </Callout>
      ) : null}
    </div>
  );
}
