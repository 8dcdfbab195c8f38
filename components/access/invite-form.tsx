"use client";

import { useActionState } from "react";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Field, SelectField } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Callout } from "@/components/ui/page/callout";
import { Code } from "@/components/ui/page/description-list";
import type { InviteState } from "@/lib/access/views";
import { accessTexts } from "./texts.en";

type InviteFormProps = {
  action: (previous: InviteState, form: FormData) => Promise<InviteState>;
};

/** Makes a link and shows it this once. */
export function InviteForm({ action }: InviteFormProps) {
  const [made, submit] = useActionState(action, null);
  const t = accessTexts();
  return (
    <div className="space-y-4">
      <form action={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-44 flex-1">
          <Field
            label={t.invitee}
            name="invitee"
            autoComplete="off"
            placeholder={t.inviteeExample}
            maxLength={200}
          />
        </div>
        <div className="min-w-56 flex-1">
          <SelectField label={t.role} name="role" defaultValue="member">
            <option value="member">{t.memberChoice}</option>
            <option value="administrator">{t.administratorChoice}</option>
          </SelectField>
        </div>
        <SubmitButton pendingText={t.creatingLink}>{t.createLink}</SubmitButton>
      </form>
      {made ? (
        <Callout
          variant="good"
          role="status"
          title={made.invitee ? t.sendLinkTo(made.invitee) : t.sendLink}
        >
          <p>{t.shownOnce}</p>
          <p className="mt-2 flex items-start gap-2">
            <Code>{made.url}</Code>
            <CopyButton value={made.url} label={t.copyLink} />
          </p>
        </Callout>
      ) : null}
    </div>
  );
}
