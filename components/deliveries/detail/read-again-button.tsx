"use client";

import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { RereadOneState } from "@/lib/intake/views/views";

type ReadAgainButtonProps = {
  deliveryId: string;
  action: (previous: RereadOneState, form: FormData) => Promise<RereadOneState>;
};

/** Reads one delivery again and says what came of it. */
export function ReadAgainButton({ deliveryId, action }: ReadAgainButtonProps) {
  const [state, submit] = useActionState(action, null);
  return (
    <form action={submit} className="flex flex-wrap items-center gap-y-1">
      <input type="hidden" name="delivery" value={deliveryId} />
      <span role="status" className="text-dense text-muted not-empty:mr-3">
        {state ? messages[state.outcome] : null}
      </span>
      <SubmitButton variant="secondary" size="small" pendingText="Reprocessing…">
        Reprocess
      </SubmitButton>
    </form>
  );
}

const messages: Record<NonNullable<RereadOneState>["outcome"], string> = {
  understood: "Reprocessed: everything is understood.",
  held: "Reprocessed: still quarantined.",
  "bytes-gone": "Its bytes are no longer kept.",
  "under-way": "It is very large and still being reprocessed. Reload the page later.",
};
