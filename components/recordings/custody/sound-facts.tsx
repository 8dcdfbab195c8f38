import { ShortInstant } from "@/components/format/dates";
import { formatMegabytes } from "@/components/format/numbers";
import { fillText } from "@/components/format/text";
import { Badge } from "@/components/ui/badge";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Description, Identifier } from "@/components/ui/page/description-list";
import type { RemovalView, SoundView } from "@/lib/audio/kept/views";
import { soundCustodyTexts } from "./sound-texts.en";

/** Whether the place that it came from still has it, as far as one knows. */
export function SourceFact({ sound, timeZone }: { sound: SoundView; timeZone: string }) {
  const t = soundCustodyTexts();
  const { sourceCheckedAt, sourceGoneAt } = sound;
  return (
    <Description term={t.source}>
      {sourceCheckedAt === null ? (
        <span className="text-muted">{t.sourceNotAsked}</span>
      ) : (
        <>
          {sourceGoneAt === null ? t.sourceHasIt : t.sourceGone}
          <span className="text-muted">
            ,{" "}
            {fillText(t.checked, {
              at: <ShortInstant at={sourceCheckedAt} timeZone={timeZone} />,
            })}
          </span>
        </>
      )}
    </Description>
  );
}

type ProtectionFactProps = {
  id: string;
  timeZone: string;
  /** Protects its audio from deletion, or no longer. */
  protect: (form: FormData) => Promise<void>;
  protection: SoundView["protection"];
};

/** Whether retention may remove its audio, and the button that changes it. */
export function ProtectionFact({ id, timeZone, protect, protection }: ProtectionFactProps) {
  const t = soundCustodyTexts();
  return (
    <Description term={t.deletion}>
      <form
        action={protect}
        className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2"
      >
        <input type="hidden" name="recording" value={id} />
        <input type="hidden" name="protect" value={String(protection === null)} />
        <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          {protection ? (
            <>
              <Badge variant="good">{t.protected}</Badge>
              <span className="text-muted">
                {fillText(t.protectedBy(protection.byName), {
                  at: <ShortInstant at={protection.at} timeZone={timeZone} />,
                })}
              </span>
            </>
          ) : (
            <span className="text-muted">{t.notProtected}</span>
          )}
        </span>
        <SubmitButton variant="secondary" size="small" pendingText={t.saving}>
          {protection ? t.unprotect : t.protect}
        </SubmitButton>
      </form>
      {protection ? <p className="mt-1 text-muted">{t.protectionCovers}</p> : null}
    </Description>
  );
}

/** What retention removed, so that the same file is known again. */
export function RemovedFile({ removal }: { removal: RemovalView }) {
  return (
    <Description term={soundCustodyTexts().removedFile}>
      {formatMegabytes(removal.bytes)}
      <Identifier value={removal.sha256} label={soundCustodyTexts().copySha256} />
    </Description>
  );
}

/** What became of an earlier file that can't be heard any more. */
export function ProofFault({ fault }: { fault: "missing" | "changed" }) {
  const t = soundCustodyTexts();
  return <Badge variant="bad">{fault === "missing" ? t.missing : t.damaged}</Badge>;
}
