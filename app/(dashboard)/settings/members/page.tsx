import type { Metadata } from "next";
import { InvitationList } from "@/components/access/invitation-list";
import { InviteForm } from "@/components/access/invite-form";
import { MemberList } from "@/components/access/member-list";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { loadMembers } from "@/lib/access/members/load";
import {
  changeMemberRole,
  inviteMember,
  removeMemberAccess,
  revokeMemberInvitation,
} from "@/lib/access/members/member-actions";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const { viewer, members, invitations } = await loadMembers();
  const timeZone = await viewerTimeZone();
  return (
    <PageBody>
      <PageHeader title="Members" description="People with access to Earshot." />
      <Section title="People">
        <MemberList
          members={members}
          viewerId={viewer.userId}
          timeZone={timeZone}
          changeRole={changeMemberRole}
          removeAccess={removeMemberAccess}
        />
      </Section>
      <Section title="Invite" description="A link that lets one person create their account.">
        <InviteForm action={inviteMember} />
      </Section>
      {invitations.length > 0 ? (
        <Section title="Open invitations">
          <InvitationList
            invitations={invitations}
            timeZone={timeZone}
            revoke={revokeMemberInvitation}
          />
        </Section>
      ) : null}
    </PageBody>
  );
}
