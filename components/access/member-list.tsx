import { formatFull } from "@/components/format/dates";
import { Badge } from "@/components/ui/badge";
import type { Role } from "@/lib/access/gate/viewer";
import type { MemberView } from "@/lib/access/members/views";
import { MemberMenu, type MemberMenuProps } from "./member-menu";

type MemberListProps = Pick<MemberMenuProps, "changeRole" | "removeAccess"> & {
  members: MemberView[];
  viewerId: string;
  timeZone: string;
};

export function MemberList({ members, viewerId, timeZone, ...actions }: MemberListProps) {
  const administrators = members.filter(({ role }) => role === "administrator").length;
  return (
    <ul aria-label="People with access" className="-my-3 divide-y divide-line">
      {members.map((member) => (
        <li key={member.userId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-56 flex-1">
            <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-medium">
              {member.name}
              {member.userId === viewerId ? <Badge>You</Badge> : null}
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
  if (!lastSeenAt) return "Not signed in";
  const sessions = activeSessions === 1 ? "1 active session" : `${activeSessions} active sessions`;
  return `Last seen ${formatFull(lastSeenAt, timeZone)} · ${sessions}`;
}

export function RoleBadge({ role }: { role: Role }) {
  return role === "administrator" ? (
    <Badge variant="info">Administrator</Badge>
  ) : (
    <Badge>Member</Badge>
  );
}
