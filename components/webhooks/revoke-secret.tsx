"use client";

import { useActionState } from "react";
import { buttonStyle } from "@/components/ui/controls/button";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Popover } from "@/components/ui/overlay/popover";
import { Callout } from "@/components/ui/page/callout";
import type { RevokeState } from "@/lib/intake/views/views";

export type RevokeSecretProps = {
  secretId: string;
  secretName: string;
  /** Null: never. */
  lastUsed: string | null;
  /** No other works. */
  isLast: boolean;
  action: (previous: RevokeState, form: FormData) => Promise<RevokeState>;
};

/** Asks once more, because what is sent to a revoked URL is lost. */
export function RevokeSecret(props: RevokeSecretProps) {
  const { secretId, secretName, lastUsed, isLast, action } = props;
  const [{ refusal }, submit] = useActionState(action, { refusal: null });
  return (
    <Popover
      trigger="Revoke"
      triggerLabel={`Revoke ${secretName}`}
      triggerClassName={buttonStyle("secondary", "small")}
      className="space-y-3 p-4 sm:w-80"
    >
      {refusal ? <Callout variant="bad" role="alert" title={refusal} /> : null}
      {isLast ? (
        <p>The only secret that works. Make a new one first, to revoke this.</p>
      ) : (
        <form action={submit} className="space-y-3">
          <input type="hidden" name="secret" value={secretId} />
          <p className="wrap-anywhere font-medium tabular-nums">
            “{secretName}” {lastUsed ? `was last used ${lastUsed}.` : "has never been used."}
          </p>
          <p className="text-muted">
            Once it is revoked, events to its URL are refused, and the service may never send them
            again. This can’t be undone.
          </p>
          <SubmitButton variant="danger" size="small" className="w-full" pendingText="Revoking…">
            Revoke it
          </SubmitButton>
        </form>
      )}
    </Popover>
  );
}
