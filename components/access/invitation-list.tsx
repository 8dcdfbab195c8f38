import { formatFull } from "@/components/format/dates";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { InvitationView } from "@/lib/access/views";
import { RoleBadge } from "./member-list";
import { accessTexts } from "./texts.en";

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
