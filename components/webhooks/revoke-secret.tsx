"use client";

import { useActionState } from "react";
import { buttonStyle } from "@/components/ui/controls/button";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Popover } from "@/components/ui/overlay/popover";
import { Callout } from "@/components/ui/page/callout";
import type { RevokeState } from "@/lib/intake/views/views";
import { webhooksTexts } from "./texts.en";

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
  const t = webhooksTexts();
  const [{ refusal }, submit] = useActionState(action, { refusal: null });
  return (
    <Popover
      trigger={t.revoke}
      triggerLabel={t.revokeNamed(secretName)}
      triggerClassName={buttonStyle("secondary", "small")}
      className="space-y-3 p-4 sm:w-80"
    >
      {refusal ? <Callout variant="bad" role="alert" title={refusal} /> : null}
      {isLast ? (
        <p>{t.onlySecret}</p>
      ) : (
        <form action={submit} className="space-y-3">
          <input type="hidden" name="secret" value={secretId} />
          <p className="wrap-anywhere font-medium tabular-nums">
            {lastUsed ? t.wasLastUsed(secretName, lastUsed) : t.neverUsed(secretName)}
          </p>
          <p className="text-muted">{t.onceRevoked}</p>
          <SubmitButton variant="danger" size="small" className="w-full" pendingText={t.revoking}>
            {t.revokeIt}
          </SubmitButton>
        </form>
      )}
    </Popover>
  );
}
