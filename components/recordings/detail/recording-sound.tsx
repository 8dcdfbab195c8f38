import { Download } from "lucide-react";
import { formatFull, ShortInstant } from "@/components/format/dates";
import { formatMegabytes } from "@/components/format/numbers";
import { fillText } from "@/components/format/text";
import { formatElapsed } from "@/components/format/time-spans";
import { toAudioPath } from "@/components/player/remote-control";
import {
  ProofFault,
  ProtectionFact,
  RemovedFile,
  SourceFact,
} from "@/components/recordings/custody/sound-facts";
import { soundCustodyTexts } from "@/components/recordings/custody/sound-texts.en";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { buttonStyle } from "@/components/ui/controls/button";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Description, DescriptionList, Identifier } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { Variant } from "@/components/ui/tone";
import { markLabels } from "@/components/vocabulary/values";
import type { SoundCheck } from "@/lib/audio/checks/check-sound";
import type { SoundFileView, SoundState, SoundView } from "@/lib/audio/kept/views";
import { recordingsSoundTexts } from "./sound-texts.en";

type RecordingSoundProps = {
  id: string;
  /** Null: nobody has looked for it, or it isn't kept here. */
  sound: SoundView | null;
  timeZone: string;
  fetchAgain: (form: FormData) => Promise<void>;
  /** Protects its audio from deletion, or no longer. */
  protect: (form: FormData) => Promise<void>;
};

/** Where the sound of a call stands: whether it is kept, since when, and how one knows. */
export function RecordingSound(props: RecordingSoundProps) {
  const { id, sound, timeZone, fetchAgain, protect } = props;
  if (!sound) return null;
  const { state, since, kept, checks, former, removal, fault, nextTryAt, isBusy } = sound;
  const t = recordingsSoundTexts();
  return (
    <Section
      title={t.audio}
      // What is kept is downloaded by the player.
      actions={
        kept ? null : (
          <form action={fetchAgain}>
            <input type="hidden" name="recording" value={id} />
            <SubmitButton variant="secondary" size="small" pendingText={t.fetching}>
              {t.fetchAgain}
            </SubmitButton>
          </form>
        )
      }
    >
      <DescriptionList>
        <Description term={t.state}>
          <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <Badge variant={variants[state]}>{t.states[state]}</Badge>
            <span className="text-muted">
              {fillText(t.since, { at: <ShortInstant at={since} timeZone={timeZone} /> })}
            </span>
          </span>
          {kept ? null : (
            <p className="mt-1 text-muted">
              {removal && nextTryAt === null
                ? soundCustodyTexts().removedBy(removal.keepDays)
                : describeState(state, fault)}
            </p>
          )}
        </Description>
        {kept ? <FileFacts file={kept} timeZone={timeZone} /> : null}
        {kept ? <SourceFact sound={sound} timeZone={timeZone} /> : null}
        {removal ? <RemovedFile removal={removal} /> : null}
        <ProtectionFact {...{ id, timeZone, protect }} protection={sound.protection} />
        {kept ? <Checks file={kept} {...{ checks, timeZone }} /> : null}
        {kept ? null : (
          <Description term={t.nextTry}>
            {isBusy ? (
              t.now
            ) : nextTryAt === null ? (
              <span className="text-muted">{t.noNextTry}</span>
            ) : (
              <ShortInstant at={nextTryAt} timeZone={timeZone} />
            )}
          </Description>
        )}
      </DescriptionList>
      {former.length === 0 ? null : (
        <section aria-label={t.earlierFiles} className="mt-4 border-line border-t pt-3">
          <h3 className="font-semibold text-dense">{t.earlierFiles}</h3>
          <p className="mb-2 text-dense text-muted">{t.keptFromBefore}</p>
          <ul className="space-y-1.5 text-dense">
            {former.map((file) => (
              <li key={file.sha256} className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="min-w-0">
                  {fillText(t.earlierFile, {
                    file: describeFile(file),
                    at: <ShortInstant at={file.keptAt} timeZone={timeZone} />,
                  })}
                </span>
                {file.proofFault ? (
                  <ProofFault fault={file.proofFault} />
                ) : (
                  <DownloadLink
                    href={`${toAudioPath(id)}?version=${file.sha256}`}
                    label={t.download(file.sha256.slice(0, 8))}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Section>
  );
}

function DownloadLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} download className={classNames(buttonStyle("secondary", "small"))}>
      <Download aria-hidden className="size-3.5" />
      {label}
    </a>
  );
}

function FileFacts({ file, timeZone }: { file: SoundFileView; timeZone: string }) {
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

type ChecksProps = { file: SoundFileView; checks: SoundCheck[]; timeZone: string };

/** What of the sound doesn't fit the call, and by what one knows. */
function Checks({ file, checks, timeZone }: ChecksProps) {
  const t = recordingsSoundTexts();
  if (!file.isMeasured) return null;
  return (
    <Description term={t.issues}>
      {checks.length === 0 ? (
        <span className="text-muted">{file.durationMs === null ? t.notChecked : t.noneFound}</span>
      ) : (
        <ul className="space-y-2">
          {checks.map((found) => (
            <li key={found.check}>
              <Badge variant="warn">
                <span className="inline-block first-letter:uppercase">
                  {markLabels.check[found.check]}
                </span>
              </Badge>
              <p className="mt-0.5 text-muted">{explainCheck(found, timeZone)}</p>
            </li>
          ))}
        </ul>
      )}
    </Description>
  );
}

/** How it was judged, with the figures. */
function explainCheck(found: SoundCheck, timeZone: string): string {
  const t = recordingsSoundTexts().checks;
  switch (found.check) {
    case "length":
      return t.length(formatElapsed(found.durationMs / 1_000), found.minutesUsed);
    case "silent":
      return t.silent;
    case "near_silent":
      return t.nearSilent(found.percent);
    case "one_sided":
      return t.oneSided(found.silentChannel);
    case "same_sound":
      return t.sameSound(found.others);
    case "wrong_number_talk":
      return t.wrongNumber(formatElapsed(found.durationMs / 1_000));
    case "unanswered":
      return t.unanswered(found.status, formatElapsed(found.durationMs / 1_000));
    case "source_gone":
      return soundCustodyTexts().sourceGoneSince(formatFull(found.since, timeZone));
  }
}

/** "1.9 MB, WAV, 1:00, mono". */
function describeFile({ bytes, type, isMeasured, durationMs, channels }: SoundFileView): string {
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

const variants: Record<SoundState, Variant> = {
  kept: "good",
  waiting: "info",
  not_ready: "info",
  refused: "warn",
  gone: "bad",
  too_large: "warn",
  not_audio: "warn",
  removed: "warn",
};

const soon: ReadonlySet<SoundState> = new Set(["waiting", "removed"]);

/** Why there is no file, and what one can do about it. */
function describeState(state: SoundState, fault: string | null): string {
  const t = recordingsSoundTexts();
  if (fault === "quota-full") return soundCustodyTexts().quotaFull;
  const known: Partial<Record<string, string>> = t.faults;
  return known[fault ?? ""] ?? (soon.has(state) ? t.soonFetched : t.notFetched);
}
