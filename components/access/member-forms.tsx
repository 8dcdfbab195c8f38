"use client";

import { useActionState } from "react";
import { CopyButton, SubmitButton } from "@/components/ui/controls/async-buttons";
import { buttonStyle } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/choice";
import { Field } from "@/components/ui/controls/field";
import { Popover } from "@/components/ui/overlay/popover";
import { Code } from "@/components/ui/page/details";
import { Callout } from "@/components/ui/page/feedback";
import type { InviteState, MemberChangeState, MemberView } from "@/lib/access/views";
import { accessTexts } from "./texts.en";

type MemberAction = (previous: MemberChangeState, form: FormData) => Promise<MemberChangeState>;

export type MemberMenuProps = {
  member: MemberView;
  isViewer: boolean;
  isLastAdministrator: boolean;
  changeRole: MemberAction;
  removeAccess: MemberAction;
};

/** What can be done about one person's access. */
export function MemberMenu({ member, changeRole, removeAccess, ...standing }: MemberMenuProps) {
  const [changed, change] = useActionState(changeRole, { refusal: null });
  const [removed, remove] = useActionState(removeAccess, { refusal: null });
  const t = accessTexts();
  const refusal = removed.refusal ?? changed.refusal;
  const otherRole = member.role === "administrator" ? "member" : "administrator";
  return (
    <Popover
      trigger={t.change}
      triggerLabel={t.changeAccessOf(member.name)}
      triggerClassName={buttonStyle("secondary", "small")}
      className="space-y-3 p-4 sm:w-72"
    >
      {refusal ? <Callout variant="bad" role="alert" title={refusal} /> : null}
      {standing.isLastAdministrator ? (
        <p>{t.onlyAdministrator}</p>
      ) : (
        <>
          <form action={change} className="space-y-2">
            <input type="hidden" name="member" value={member.userId} />
            <input type="hidden" name="role" value={otherRole} />
            <p className="text-muted">{t.make[otherRole].note}</p>
            <SubmitButton variant="secondary" size="small" className="w-full">
              {t.make[otherRole].button}
            </SubmitButton>
          </form>
          <form action={remove} className="space-y-2 border-line border-t pt-3">
            <input type="hidden" name="member" value={member.userId} />
            <p className="text-muted">{standing.isViewer ? t.removalOfYou : t.removalOfOther}</p>
            <SubmitButton variant="danger" size="small" className="w-full">
              {t.removeAccess}
            </SubmitButton>
          </form>
        </>
      )}
    </Popover>
  );
}

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
