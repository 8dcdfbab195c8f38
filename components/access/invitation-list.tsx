import { formatFull } from "@/components/format/dates";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { InvitationView } from "@/lib/access/members/views";
import { RoleBadge } from "./member-list";

type InvitationListProps = {
  invitations: InvitationView[];
  timeZone: string;
  revoke: (form: FormData) => Promise<void>;
};

/** Links that were handed out and still work. */
export function InvitationList({ invitations, timeZone, revoke }: InvitationListProps) {
  return (
    <ul aria-label="Open invitations" className="-my-3 divide-y divide-line">
      {invitations.map(({ id, role, invitedBy, expiresAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-56 flex-1 text-dense">
            <p>{invitedBy ? `Made by ${invitedBy}` : "Printed when the server started"}</p>
            <p className="text-faint text-xs tabular-nums">
              Works until {formatFull(expiresAt, timeZone)}
            </p>
          </div>
          <div className="flex items-center gap-4">
            <RoleBadge role={role} />
            <form action={revoke}>
              <input type="hidden" name="invitation" value={id} />
              <SubmitButton variant="secondary" size="small">
                Revoke
              </SubmitButton>
            </form>
          </div>
        </li>
      ))}
    </ul>
  );
}
