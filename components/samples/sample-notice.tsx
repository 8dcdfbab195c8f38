"use client";

import { FlaskConical } from "lucide-react";
import { startTransition, useActionState, useEffect } from "react";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { SampleAction } from "./load-samples";
import { samplesTexts } from "./texts.en";

/** Says above the list that some of its calls are made up. @param remove null for whoever may not */
export function SampleNotice({ remove }: { remove: SampleAction | null }) {
  const t = samplesTexts();
  return (
    <section
      aria-label={t.sampleData}
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-b bg-info-soft px-4 py-2 text-dense sm:px-6 [&_form]:-my-1.5"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0 text-info" />
      <p className="min-w-0 flex-1">
        <span className="font-medium text-info">{t.notice}</span> {t.madeUp}
      </p>
      {remove ? <RemoveSamples remove={remove} /> : null}
    </section>
  );
}

function RemoveSamples({ remove }: { remove: SampleAction }) {
  const t = samplesTexts();
  const [state, submit, isPending] = useActionState(remove, { refusal: null, hasMore: false });

  // There was no time for all of them at once.
  useEffect(() => {
    if (state.hasMore) startTransition(submit);
  }, [state, submit]);

  return (
    <form action={submit}>
      <SubmitButton variant="ghost" size="small" disabled={isPending} pendingText={t.removing}>
        {t.remove}
      </SubmitButton>
    </form>
  );
}
