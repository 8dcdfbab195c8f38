"use client";

import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Callout } from "@/components/ui/page/callout";
import type { RereadRefusal } from "@/lib/intake/views/views";
import { deliveriesRereadTexts } from "./texts.en";

export type RereadAction = (previous: RereadRefusal, form: FormData) => Promise<RereadRefusal>;

type RereadFormProps = {
  /** The log's parameters. */
  filter: string;
  label: string;
  action: RereadAction;
};

/** Has all deliveries of a filter read again. */
export function RereadForm({ filter, label, action }: RereadFormProps) {
  const [refusal, submit] = useActionState(action, null);
  return (
    <form action={submit} className="space-y-2">
      <input type="hidden" name="filter" value={filter} />
      <SubmitButton variant="secondary" size="small" className="w-full">
        {label}
      </SubmitButton>
      {refusal ? (
        <Callout variant="warn" role="alert" title={deliveriesRereadTexts().refusals[refusal]} />
      ) : null}
    </form>
  );
}
