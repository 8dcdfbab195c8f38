import { pagesTexts, titled } from "@/app/texts.en";
import { InviteForm } from "@/components/access/member-forms";
import { InvitationList, MemberList } from "@/components/access/members";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import {
  changeMemberRole,
  inviteMember,
  removeMemberAccess,
  revokeMemberInvitation,
} from "@/lib/access/members/actions";
import { loadMembers } from "@/lib/access/members/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.members.title);

export default async function MembersPage() {
  const { viewer, members, invitations } = await loadMembers();
  const timeZone = await viewerTimeZone();
  const t = pagesTexts().members;
  return (
    <PageBody>
      <PageHeader title={t.title} description={t.text} />
      <Section title={t.people}>
        <MemberList
          members={members}
          viewerId={viewer.userId}
          timeZone={timeZone}
          changeRole={changeMemberRole}
          removeAccess={removeMemberAccess}
        />
      </Section>
      <Section title={t.invite} description={t.inviteText}>
        <InviteForm action={inviteMember} />
      </Section>
      {invitations.length > 0 ? (
        <Section title={t.openInvitations}>
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
