import Link from "next/link";
import { ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/fill-text";
import { recordingHref } from "@/components/recordings/recording-href";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/page/callout";
import { Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { DamagedFileView, KeptAudioView, TaskView } from "@/lib/audio/custody/views";
import { translateStored } from "@/lib/language/translate-stored";
import { AudioForm, type AudioFormProps } from "./audio-form";
import { retentionAudioTexts } from "./audio-texts.en";
import { retentionTexts } from "./texts.en";

type AudioRetentionProps = Pick<AudioFormProps, "action" | "preview" | "timeZone"> & {
  /** Null: no audio is kept. */
  audio: KeptAudioView | null;
};

/** How much audio is kept, for how long, and what became of it. */
export function AudioRetention({ audio, timeZone, action, preview }: AudioRetentionProps) {
  const t = retentionAudioTexts();
  return (
    <Section title={t.title} description={audio ? t.description : t.notKept}>
      {audio ? (
        <div className="space-y-6">
          <AudioForm
            quotaGb={audio.quotaGb}
            keepDays={audio.keepDays}
            {...{ timeZone, action, preview }}
          />
          <KeptAudioFacts audio={audio} timeZone={timeZone} />
        </div>
      ) : null}
    </Section>
  );
}

type KeptAudioFactsProps = { audio: KeptAudioView; timeZone: string };

/** What is kept of audio and what still fits, who limited it, and what the nightly checks have found. */
function KeptAudioFacts({ audio, timeZone }: KeptAudioFactsProps) {
  const t = retentionAudioTexts();
  const { files, bytes, roomBytes, removed, changed, damaged } = audio;
  return (
    <div className="space-y-4">
      {damaged.length > 0 ? <Damaged {...{ damaged, timeZone }} /> : null}
      <DescriptionList>
        <Description term={t.kept}>{t.keptFiles(files, bytes)}</Description>
        <Description term={t.room}>
          {roomBytes === null ? (
            <span className="text-faint">{t.noQuota}</span>
          ) : roomBytes > 0 ? (
            t.roomLeft(roomBytes)
          ) : (
            <>
              <Badge variant="warn">{t.quotaReached}</Badge>
              <p className="mt-1 text-muted">{t.quotaReachedHint}</p>
            </>
          )}
        </Description>
        <Description term={t.waiting}>
          <CallsOf count={audio.waiting} href="/recordings?audio=waiting&audio=not_ready" />
        </Description>
        <Description term={t.protectedCalls}>
          <CallsOf count={audio.protected} href="/recordings?protected=true" />
        </Description>
        <Description term={t.removed}>
          {removed.files === 0 ? (
            <span className="text-faint">{t.nothing}</span>
          ) : (
            t.keptFiles(removed.files, removed.bytes)
          )}
        </Description>
        <LastRun term={t.cleanup} task={audio.retention} timeZone={timeZone} />
        <LastRun term={t.verified} task={audio.proof} timeZone={timeZone} />
        <LastRun term={t.sources} task={audio.source} timeZone={timeZone} />
        <Description term={t.changed}>
          {changed ? (
            fillText(t.changedBy(changed.byName), {
              at: <ShortInstant at={changed.at} timeZone={timeZone} />,
            })
          ) : (
            <span className="text-faint">{t.neverChanged}</span>
          )}
        </Description>
      </DescriptionList>
    </div>
  );
}

type CallsOfProps = {
  count: KeptAudioView["waiting"];
  href: "/recordings" | `/recordings?${string}`;
};

function CallsOf({ count, href }: CallsOfProps) {
  const t = retentionAudioTexts();
  if (count.count === 0) return <span className="text-faint">{t.nothing}</span>;
  return (
    <Link href={href} prefetch={false} className="text-accent hover:underline">
      {t.callCount(count)}
    </Link>
  );
}

type LastRunProps = { term: string; task: TaskView; timeZone: string };

function LastRun({ term, task: { finishedAt, fault }, timeZone }: LastRunProps) {
  const t = retentionAudioTexts();
  return (
    <Description term={term}>
      {finishedAt ? (
        <ShortInstant at={finishedAt} timeZone={timeZone} />
      ) : (
        <span className="text-faint">{t.never}</span>
      )}
      {fault ? (
        <p className="wrap-anywhere text-warn">
          {t.notDone(translateStored(fault, retentionTexts().faults))}
        </p>
      ) : null}
    </Description>
  );
}

type DamagedProps = { damaged: DamagedFileView[]; timeZone: string };

function Damaged({ damaged, timeZone }: DamagedProps) {
  const t = retentionAudioTexts();
  return (
    <Callout variant="bad" title={t.damagedTitle(damaged.length)}>
      <p>{t.damagedHint}</p>
      <ul className="mt-2 space-y-1">
        {damaged.map(({ recordingId, sha256, proof, provedAt }) => (
          <li key={`${recordingId} ${sha256}`} className="flex flex-wrap gap-x-2">
            <Link
              href={recordingHref(recordingId)}
              prefetch={false}
              className="wrap-anywhere text-accent hover:underline"
            >
              {recordingId}
            </Link>
            <span>{proof === "missing" ? t.missing : t.changedFile}</span>
            <span className="text-muted">
              {fillText(t.lastWhole, { at: <ShortInstant at={provedAt} timeZone={timeZone} /> })}
            </span>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
