import { formatFull } from "@/components/format/dates";
import { Badge } from "@/components/ui/badge";
import type { MemberView, Role } from "@/lib/access/views";
import { MemberMenu, type MemberMenuProps } from "./member-menu";
import { accessTexts } from "./texts.en";

type MemberListProps = Pick<MemberMenuProps, "changeRole" | "removeAccess"> & {
  members: MemberView[];
  viewerId: string;
  timeZone: string;
};

export function MemberList({ members, viewerId, timeZone, ...actions }: MemberListProps) {
  const t = accessTexts();
  const administrators = members.filter(({ role }) => role === "administrator").length;
  return (
    <ul aria-label={t.people} className="-my-3 divide-y divide-line">
      {members.map((member) => (
        <li key={member.userId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-56 flex-1">
            <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-medium">
              {member.name}
              {member.userId === viewerId ? <Badge>{t.you}</Badge> : null}
            </p>
            <p className="wrap-anywhere text-dense text-muted">{member.email}</p>
            <p className="text-faint text-xs tabular-nums">{describePresence(member, timeZone)}</p>
          </div>
          <div className="flex items-center gap-4">
            <RoleBadge role={member.role} />
            <MemberMenu
              member={member}
              isViewer={member.userId === viewerId}
              isLastAdministrator={member.role === "administrator" && administrators === 1}
              {...actions}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function describePresence({ lastSeenAt, activeSessions }: MemberView, timeZone: string): string {
  const t = accessTexts();
  return lastSeenAt ? t.lastSeen(formatFull(lastSeenAt, timeZone), activeSessions) : t.notSignedIn;
}

export function RoleBadge({ role }: { role: Role }) {
  const label = accessTexts().roles[role];
  return role === "administrator" ? <Badge variant="info">{label}</Badge> : <Badge>{label}</Badge>;
}
