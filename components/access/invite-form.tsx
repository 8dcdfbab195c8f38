"use client";

import { useActionState } from "react";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { SelectField } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Callout } from "@/components/ui/page/callout";
import { Code } from "@/components/ui/page/description-list";
import type { InviteState } from "@/lib/access/members/views";

type InviteFormProps = {
  action: (previous: InviteState, form: FormData) => Promise<InviteState>;
};

/** Makes a link and shows it this once. */
export function InviteForm({ action }: InviteFormProps) {
  const [made, submit] = useActionState(action, null);
  return (
    <div className="space-y-4">
      <form action={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <SelectField label="Role" name="role" defaultValue="member">
            <option value="member">Member: sees recordings</option>
            <option value="administrator">Administrator: settings and members too</option>
          </SelectField>
        </div>
        <SubmitButton pendingText="Creating…">Create invite link</SubmitButton>
      </form>
      {made ? (
        <Callout variant="good" role="status" title="Send this link to one person">
          <p>Shown once. Single use, expires in 7 days.</p>
          <p className="mt-2 flex items-start gap-2">
            <Code>{made.url}</Code>
            <CopyButton value={made.url} label="Copy invite link" />
          </p>
        </Callout>
      ) : null}
    </div>
  );
}
