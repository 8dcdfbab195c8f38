"use client";

import { useActionState } from "react";
import { formatFull } from "@/components/format/dates";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Callout } from "@/components/ui/page/feedback";
import type { ConnectionTestView } from "@/lib/calling-service/connection";
import { callingServiceTexts } from "./connection-facts";

type ConnectionTestProps = { action: () => Promise<ConnectionTestView>; timeZone: string };

/** Tries the connection for real, and says how that went. */
export function ConnectionTest({ action, timeZone }: ConnectionTestProps) {
  const t = callingServiceTexts();
  const [result, test] = useActionState<ConnectionTestView | null>(action, null);
  return (
    <div className="space-y-4">
      <form action={test}>
        <SubmitButton variant="secondary" pendingText={t.testing}>
          {t.test}
        </SubmitButton>
      </form>
      {/* Always there, so that a screen reader notices what comes into it. */}
      <div role="status">
        {result ? (
          <Callout
            variant={result.succeeded ? "good" : "bad"}
            title={result.succeeded ? t.works : t.doesNotWork}
          >
            <p>{result.message}</p>
            <p className="text-muted">{formatFull(result.testedAt, timeZone)}</p>
          </Callout>
        ) : null}
      </div>
    </div>
  );
}
