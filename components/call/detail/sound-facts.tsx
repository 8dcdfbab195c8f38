import { ShortInstant } from "@/components/format/dates";
import { counted, formatMegabytes } from "@/components/format/numbers";
import { fillText } from "@/components/format/text";
import { formatElapsed } from "@/components/format/time-spans";
import { Badge } from "@/components/ui/badge";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Description, Identifier } from "@/components/ui/page/details";
import type { RemovalView, SoundFileView, SoundView } from "@/lib/audio/kept/views";
import { texts } from "@/lib/language/texts";
import { recordingsSoundTexts } from "./recording-sound";

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

export const soundCustodyTexts = texts("soundCustody", {
  removedBy: (days: number) =>
    `Retention removed it after ${counted(days, "day", "days")}. If you fetch it again, it’s kept for the same period again.`,
  removedFile: "Removed file",
  copySha256: "Copy SHA-256",
  quotaFull: "The audio quota is reached. Fetching resumes when there is room.",
  source: "Source",
  sourceHasIt: "Still has the file",
  sourceGone: "No longer has the file",
  sourceNotAsked: "Not checked yet",
  checked: "checked {at}",
  sourceGoneSince: (since: string) =>
    `Since ${since} its source has reported that the file is gone. The copy kept here may be the only one.`,
  deletion: "Deletion",
  protected: "Protected",
  notProtected: "Not protected",
  protectedBy: (name: string) => `by ${name || "a former member"}, {at}`,
  protect: "Protect from deletion",
  unprotect: "Remove protection",
  saving: "Saving…",
  protectionCovers:
    "Retention never removes the audio of this call or its earlier files. Raw payloads have their own retention period.",
  damaged: "Damaged",
  missing: "Missing",
});

export function FileFacts({ file, timeZone }: { file: SoundFileView; timeZone: string }) {
  const t = recordingsSoundTexts();
  return (
    <>
      <Description term={t.file}>{describeFile(file)}</Description>
      <Description term={t.sha256}>
        <Identifier value={file.sha256} label={t.copySha256} />
      </Description>
      <Description term={t.lastVerified}>
        <ShortInstant at={file.provedAt} timeZone={timeZone} />
      </Description>
    </>
  );
}

/** "1.9 MB, WAV, 1:00, mono". */
export function describeFile({
  bytes,
  type,
  isMeasured,
  durationMs,
  channels,
}: SoundFileView): string {
  const parts = [formatMegabytes(bytes), formats[type] ?? type];
  if (durationMs !== null) parts.push(formatElapsed(durationMs / 1_000));
  if (channels !== null) parts.push(describeChannels(channels));
  if (isMeasured && durationMs === null) parts.push(recordingsSoundTexts().notDecoded);
  return parts.join(", ");
}

function describeChannels(channels: number): string {
  const t = recordingsSoundTexts();
  if (channels === 1) return t.mono;
  return channels === 2 ? t.stereo : t.channels(channels);
}

const formats: Partial<Record<string, string>> = {
  "audio/wav": "WAV",
  "audio/mpeg": "MP3",
  "audio/mp4": "M4A",
  "audio/aac": "AAC",
  "audio/ogg": "Ogg",
  "audio/flac": "FLAC",
  "audio/webm": "WebM",
};
