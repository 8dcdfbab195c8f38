"use client";

import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { RereadOneState } from "@/lib/intake/views/views";
import { deliveriesDetailTexts } from "./texts.en";

type ReadAgainButtonProps = {
  deliveryId: string;
  action: (previous: RereadOneState, form: FormData) => Promise<RereadOneState>;
};

/** Reads one delivery again and says what came of it. */
export function ReadAgainButton({ deliveryId, action }: ReadAgainButtonProps) {
  const t = deliveriesDetailTexts();
  const [state, submit] = useActionState(action, null);
  return (
    <form action={submit} className="flex flex-wrap items-center gap-y-1">
      <input type="hidden" name="delivery" value={deliveryId} />
      <span role="status" className="text-dense text-muted not-empty:mr-3">
        {state ? t.outcomes[state.outcome] : null}
      </span>
      <SubmitButton variant="secondary" size="small" pendingText={t.reprocessing}>
        {t.reprocess}
      </SubmitButton>
    </form>
  );
}
