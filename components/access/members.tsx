import { formatFull, ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { Badge } from "@/components/ui/badge";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import type { InvitationView, MemberView, Role, SessionView } from "@/lib/access/views";
import { MemberMenu, type MemberMenuProps } from "./member-forms";
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

function RoleBadge({ role }: { role: Role }) {
  const label = accessTexts().roles[role];
  return role === "administrator" ? <Badge variant="info">{label}</Badge> : <Badge>{label}</Badge>;
}

type InvitationListProps = {
  invitations: InvitationView[];
  timeZone: string;
  revoke: (form: FormData) => Promise<void>;
};

/** Links that were handed out and still work. */
export function InvitationList({ invitations, timeZone, revoke }: InvitationListProps) {
  const t = accessTexts();
  return (
    <ul aria-label={t.openInvitations} className="-my-3 divide-y divide-line">
      {invitations.map(({ id, role, invitee, invitedBy, createdAt, expiresAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="wrap-anywhere min-w-56 flex-1 text-dense">
            <p className={invitee ? "font-medium" : "text-muted"}>{invitee ?? t.forAnyone}</p>
            <p className="text-muted text-xs tabular-nums">
              {invitedBy
                ? t.madeBy(invitedBy, formatFull(createdAt, timeZone))
                : t.printed(formatFull(createdAt, timeZone))}
            </p>
            <p className="text-faint text-xs tabular-nums">
              {t.worksUntil(formatFull(expiresAt, timeZone))}
            </p>
          </div>
          <div className="flex items-center gap-4">
            <RoleBadge role={role} />
            <form action={revoke}>
              <input type="hidden" name="invitation" value={id} />
              <SubmitButton
                variant="secondary"
                size="small"
                aria-label={t.revokeOf(invitee ?? t.forAnyone)}
              >
                {t.revoke}
              </SubmitButton>
            </form>
          </div>
        </li>
      ))}
    </ul>
  );
}

type SessionListProps = {
  sessions: SessionView[];
  timeZone: string;
  end: (form: FormData) => Promise<void>;
};

/** Where somebody is signed in, and the way to end it there. */
export function SessionList({ sessions, timeZone, end }: SessionListProps) {
  const t = accessTexts();
  return (
    <ul aria-label={t.sessions} className="-my-3 divide-y divide-line">
      {sessions.map(({ id, device: known, address, isPresent, signedInAt, lastSeenAt }) => {
        const device = known ?? t.unknownDevice;
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="wrap-anywhere min-w-56 flex-1 text-dense">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {device}
                {isPresent ? <Badge>{t.thisDevice}</Badge> : null}
              </p>
              {address ? <p className="text-muted text-xs tabular-nums">{address}</p> : null}
              <p className="text-faint text-xs tabular-nums">
                {fillText(t.sessionTimes, {
                  signedIn: <ShortInstant at={signedInAt} timeZone={timeZone} />,
                  lastSeen: <ShortInstant at={lastSeenAt} timeZone={timeZone} />,
                })}
              </p>
            </div>
            <form action={end}>
              <input type="hidden" name="session" value={id} />
              <SubmitButton variant="secondary" size="small" aria-label={t.endSession(device)}>
                {t.signOut}
              </SubmitButton>
            </form>
          </li>
        );
      })}
    </ul>
  );
}
