"use client";

import { useActionState } from "react";
import { buttonStyle } from "@/components/ui/controls/button";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Popover } from "@/components/ui/overlay/popover";
import { Callout } from "@/components/ui/page/callout";
import type { MemberChangeState, MemberView } from "@/lib/access/views";
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
