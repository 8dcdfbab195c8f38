import { ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { Badge } from "@/components/ui/badge";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import type { SessionView } from "@/lib/access/views";
import { accessTexts } from "./texts.en";

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
