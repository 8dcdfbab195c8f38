import { Download } from "lucide-react";
import { formatFull, ShortInstant } from "@/components/format/dates";
import { formatElapsed } from "@/components/format/durations";
import { formatMegabytes } from "@/components/format/numbers";
import { toAudioPath } from "@/components/player/remote-control";
import { ProtectionFact, SourceFact } from "@/components/recordings/custody/sound-facts";
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
  const t = soundCustodyTexts();
  if (!sound) return null;
  const { state, since, kept, checks, former, removal, fault, nextTryAt, isBusy } = sound;
  const [word, variant] = states[state];
  return (
    <Section
      title="Audio"
      // What is kept is downloaded by the player.
      actions={
        kept ? null : (
          <form action={fetchAgain}>
            <input type="hidden" name="recording" value={id} />
            <SubmitButton variant="secondary" size="small" pendingText="Fetching…">
              Fetch again
            </SubmitButton>
          </form>
        )
      }
    >
      <DescriptionList>
        <Description term="State">
          <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <Badge variant={variant}>{word}</Badge>
            <span className="text-muted">
              since <ShortInstant at={since} timeZone={timeZone} />
            </span>
          </span>
          {kept ? null : (
            <p className="mt-1 text-muted">
              {removal && nextTryAt === null
                ? t.removedBy(removal.keepDays)
                : describeState(state, fault)}
            </p>
          )}
        </Description>
        {kept ? <FileFacts file={kept} timeZone={timeZone} /> : null}
        {kept ? <SourceFact sound={sound} timeZone={timeZone} /> : null}
        {removal ? (
          <Description term={t.removedFile}>
            {formatMegabytes(removal.bytes)}
            <Identifier value={removal.sha256} label="Copy SHA-256" />
          </Description>
        ) : null}
        <ProtectionFact {...{ id, timeZone, protect }} protection={sound.protection} />
        {kept ? <Checks file={kept} {...{ checks, timeZone }} /> : null}
        {kept ? null : (
          <Description term="Next try">
            {isBusy ? (
              "Now"
            ) : nextTryAt === null ? (
              <span className="text-muted">None, unless you ask for it</span>
            ) : (
              <ShortInstant at={nextTryAt} timeZone={timeZone} />
            )}
          </Description>
        )}
      </DescriptionList>
      {former.length === 0 ? null : (
        <section aria-label="Earlier files" className="mt-4 border-line border-t pt-3">
          <h3 className="font-semibold text-dense">Earlier files</h3>
          <p className="mb-2 text-dense text-muted">
            Kept from addresses that this call had before.
          </p>
          <ul className="space-y-1.5 text-dense">
            {former.map((file) => (
              <li key={file.sha256} className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="min-w-0">
                  {describeFile(file)}, kept <ShortInstant at={file.keptAt} timeZone={timeZone} />
                </span>
                {file.proofFault ? (
                  <Badge variant="bad">
                    {file.proofFault === "missing" ? t.missing : t.damaged}
                  </Badge>
                ) : (
                  <DownloadLink
                    href={`${toAudioPath(id)}?version=${file.sha256}&download`}
                    label={`Download ${file.sha256.slice(0, 8)}`}
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
  return (
    <>
      <Description term="File">{describeFile(file)}</Description>
      <Description term="SHA-256">
        <Identifier value={file.sha256} label="Copy SHA-256" />
      </Description>
      <Description term="Last verified">
        <ShortInstant at={file.provedAt} timeZone={timeZone} />
      </Description>
    </>
  );
}

/** What of the sound doesn't fit the call, and by what one knows. */
type ChecksProps = { file: SoundFileView; checks: SoundCheck[]; timeZone: string };

function Checks({ file, checks, timeZone }: ChecksProps) {
  if (!file.isMeasured) return null;
  return (
    <Description term="Audio issues">
      {checks.length === 0 ? (
        <span className="text-muted">
          {file.durationMs === null ? "Not checked: Earshot can’t decode this file" : "None found"}
        </span>
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
  switch (found.check) {
    case "length":
      return `The audio lasts ${formatElapsed(found.durationMs / 1_000)}; the call reports ${found.minutesUsed} min used. More than a minute apart, after rounding.`;
    case "silent":
      return "Nothing in it is louder than line noise (−36 dBFS).";
    case "near_silent":
      return `Only ${found.percent}% of it is louder than line noise (−36 dBFS).`;
    case "one_sided":
      return `Channel ${found.silentChannel} of 2 is silent for at least 98% of the call.`;
    case "same_sound":
      return `The same file, byte for byte, is kept for ${found.others === 1 ? "another call" : `${found.others} other calls`}.`;
    case "wrong_number_talk":
      return `The number is marked wrong, but the audio lasts ${formatElapsed(found.durationMs / 1_000)} and isn’t silent (limit: 1:00).`;
    case "unanswered":
      return `The status is “${found.status}”, but the audio lasts ${formatElapsed(found.durationMs / 1_000)} and isn’t silent (limit: 0:10).`;
    case "source_gone":
      return soundCustodyTexts().sourceGoneSince(formatFull(found.since, timeZone));
  }
}

/** "1.9 MB, WAV, 1:00, mono". */
function describeFile({ bytes, type, isMeasured, durationMs, channels }: SoundFileView): string {
  const parts = [formatMegabytes(bytes), formats[type] ?? type];
  if (durationMs !== null) parts.push(formatElapsed(durationMs / 1_000));
  if (channels !== null) parts.push(describeChannels(channels));
  if (isMeasured && durationMs === null) parts.push("can’t be decoded");
  return parts.join(", ");
}

function describeChannels(channels: number): string {
  if (channels === 1) return "mono";
  return channels === 2 ? "stereo" : `${channels} channels`;
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

const states: Record<SoundState, [word: string, variant: Variant]> = {
  kept: ["Kept", "good"],
  waiting: ["Waiting", "info"],
  not_ready: ["Processing", "info"],
  refused: ["Refused", "warn"],
  gone: ["Gone", "bad"],
  too_large: ["Too large", "warn"],
  not_audio: ["Another kind of file", "warn"],
  removed: ["Removed", "warn"],
};

/** Why there is no file, and what one can do about it. */
function describeState(state: SoundState, fault: string | null): string {
  if (fault === "quota-full") return soundCustodyTexts().quotaFull;
  const known = reasons[fault ?? ""];
  if (known) return known;
  return state === "waiting" ? "It will be fetched shortly." : "It could not be fetched.";
}

const reasons: Partial<Record<string, string>> = {
  "not-found": "The calling service has no file at this address.",
  empty: "The file at this address is empty.",
  unreachable: "The host of this address can’t be reached, or broke off.",
  timeout: "The host of this address did not send the file in time.",
  refused: "The host refused to hand out the file.",
  "address-forbidden":
    "Earshot may not fetch from this address. AUDIO_HOSTS names the hosts that it may.",
  "wrong-type": "What lies at this address is not audio.",
  "too-large": "The file is larger than AUDIO_MAX_BYTES.",
  "not-connected": "There is no working connection to the calling service.",
  "disk-full": "The disk is too full to keep more. AUDIO_LEAVE_FREE_GB says how much stays free.",
};
