"use client";

import { useActionState } from "react";
import { buttonStyle } from "@/components/ui/controls/button";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Popover } from "@/components/ui/overlay/popover";
import { Callout } from "@/components/ui/page/callout";
import type { MemberChangeState, MemberView } from "@/lib/access/members/views";

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
  const refusal = removed.refusal ?? changed.refusal;
  const otherRole = member.role === "administrator" ? "member" : "administrator";
  return (
    <Popover
      trigger="Change"
      triggerLabel={`Change the access of ${member.name}`}
      triggerClassName={buttonStyle("secondary", "small")}
      className="space-y-3 p-4 sm:w-72"
    >
      {refusal ? <Callout variant="bad" role="alert" title={refusal} /> : null}
      {standing.isLastAdministrator ? (
        <p>The only administrator. Make somebody else one first, to change this.</p>
      ) : (
        <>
          <form action={change} className="space-y-2">
            <input type="hidden" name="member" value={member.userId} />
            <input type="hidden" name="role" value={otherRole} />
            <p className="text-muted">{roleNotes[otherRole]}</p>
            <SubmitButton variant="secondary" size="small" className="w-full">
              Make {otherRole}
            </SubmitButton>
          </form>
          <form action={remove} className="space-y-2 border-line border-t pt-3">
            <input type="hidden" name="member" value={member.userId} />
            <p className="text-muted">
              {standing.isViewer ? "You are signed out" : "They are signed out everywhere"} at once
              and can come back by a new invitation only.
            </p>
            <SubmitButton variant="danger" size="small" className="w-full">
              Remove access
            </SubmitButton>
          </form>
        </>
      )}
    </Popover>
  );
}

const roleNotes = {
  administrator: "Administrators change settings and decide who has access.",
  member: "Members see recordings. Invitations that this person made stop working.",
};
