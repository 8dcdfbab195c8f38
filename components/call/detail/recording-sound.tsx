import { Download } from "lucide-react";
import { formatFull, ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { formatElapsed } from "@/components/format/time-spans";
import { toAudioPath } from "@/components/player/remote-control";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { buttonStyle } from "@/components/ui/controls/button";
import { Description, DescriptionList } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import type { Variant } from "@/components/ui/tone";
import { markLabels } from "@/components/vocabulary/values";
import type { SoundCheck } from "@/lib/audio/kept/check-sound";
import type { SoundFileView, SoundState, SoundView } from "@/lib/audio/kept/views";
import { texts } from "@/lib/language/texts";
import {
  describeFile,
  FileFacts,
  ProofFault,
  ProtectionFact,
  RemovedFile,
  SourceFact,
  soundCustodyTexts,
} from "./sound-facts";

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
        <ProtectionFact
          id={id}
          timeZone={timeZone}
          protect={protect}
          protection={sound.protection}
        />
        {kept ? <Checks file={kept} checks={checks} timeZone={timeZone} /> : null}
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

export const recordingsSoundTexts = texts("recordingsSound", {
  audio: "Audio",
  fetchAgain: "Fetch again",
  fetching: "Fetching…",
  state: "State",
  since: "since {at}",
  nextTry: "Next try",
  now: "Now",
  noNextTry: "None, unless you fetch it again",
  earlierFiles: "Earlier files",
  keptFromBefore: "Kept from this call’s earlier addresses.",
  earlierFile: "{file}, kept {at}",
  download: (hash: string) => `Download ${hash}`,
  file: "File",
  sha256: "SHA-256",
  copySha256: "Copy SHA-256",
  lastVerified: "Last verified",
  issues: "Audio issues",
  notChecked: "Not checked: Earshot can’t decode this file",
  noneFound: "None found",
  checks: {
    length: (lasts: string, minutes: number) =>
      `The audio lasts ${lasts}; the call reports ${minutes} min used. More than a minute apart, after rounding.`,
    silent: "Nothing in it is louder than line noise (−36 dBFS).",
    nearSilent: (percent: number) => `Only ${percent}% of it is louder than line noise (−36 dBFS).`,
    oneSided: (channel: number) =>
      `Channel ${channel} of 2 is silent for at least 98% of the call.`,
    sameSound: (others: number) =>
      `The same file, byte for byte, is kept for ${others === 1 ? "another call" : `${others} other calls`}.`,
    wrongNumber: (lasts: string) =>
      `The number is marked wrong, but the audio lasts ${lasts} and isn’t silent (limit: 1:00).`,
    unanswered: (status: string, lasts: string) =>
      `The status is “${status}”, but the audio lasts ${lasts} and isn’t silent (limit: 0:10).`,
  },
  notDecoded: "can’t be decoded",
  mono: "mono",
  stereo: "stereo",
  channels: (count: number) => `${count} channels`,
  states: {
    kept: "Kept",
    waiting: "Waiting",
    not_ready: "Processing",
    refused: "Refused",
    gone: "Gone",
    too_large: "Too large",
    not_audio: "Another kind of file",
    removed: "Removed",
  },
  soonFetched: "It will be fetched shortly.",
  notFetched: "It couldn’t be fetched.",
  faults: {
    "not-found": "The calling service has no file at this address.",
    empty: "The file at this address is empty.",
    unreachable: "The host can’t be reached, or dropped the connection.",
    timeout: "The host didn’t send the file in time.",
    refused: "The host refused access to the file.",
    "address-forbidden":
      "Earshot isn’t allowed to fetch from this address. AUDIO_HOSTS lists the allowed hosts.",
    "wrong-type": "The file at this address isn’t audio.",
    "too-large": "The file is larger than AUDIO_MAX_BYTES.",
    "not-connected": "There is no working connection to the calling service.",
    "disk-full": "The disk is too full to keep more. AUDIO_LEAVE_FREE_GB sets how much stays free.",
  },
});
