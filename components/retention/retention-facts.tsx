import Link from "next/link";
import { formatDay, formatDays, Instant, ShortInstant } from "@/components/format/dates";
import { countFormat, formatMegabytes } from "@/components/format/numbers";
import { fillText } from "@/components/format/text";
import { Badge } from "@/components/ui/badge";
import { Description, DescriptionList, Disclosure } from "@/components/ui/page/details";
import { Callout } from "@/components/ui/page/feedback";
import { Section } from "@/components/ui/page/sections";
import type { KeptAudioView, TaskView } from "@/lib/audio/kept/views";
import type { RetentionView } from "@/lib/intake/views/views";
import { translateStored } from "@/lib/language/translate-stored";
import { recordingHref } from "@/lib/list/id-segment";
import { AudioForm, type AudioFormProps } from "./audio-form";
import { retentionAudioTexts, retentionTexts } from "./texts.en";

const mostShown = 400;

/** The size of each partition, folded away. */
export function KeptPeriods({ retention }: { retention: RetentionView }) {
  const { kept, unpartitionedBytes } = retention;
  if (kept.length === 0) return null;
  const more = kept.length - mostShown;
  const t = retentionTexts();
  return (
    <Disclosure summary={<span className="text-dense">{t.byPeriod}</span>}>
      <table aria-label={t.byPeriod} className="w-full text-dense tabular-nums">
        <thead>
          <tr className="text-left text-muted text-xs">
            <th scope="col" className="py-1.5 font-medium">
              {t.daysInUtc}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t.size}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {kept.slice(0, mostShown).map(({ from, to, bytes, isOverLimit }) => (
            <tr key={from}>
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="flex flex-wrap items-center gap-2">
                  {formatDays(from, to)}
                  {isOverLimit ? <Badge variant="warn">{t.stillNeeded}</Badge> : null}
                </span>
              </th>
              <td className="py-1.5 text-right">{formatMegabytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-muted text-xs empty:hidden">
        {more > 0 ? t.olderPeriods(more) : null}
        {unpartitionedBytes > mostOfNothing
          ? t.inNoPeriod(formatMegabytes(unpartitionedBytes))
          : null}
      </p>
    </Disclosure>
  );
}

/** What an empty table takes. */
const mostOfNothing = 100_000;

type RetentionFactsProps = { retention: RetentionView; timeZone: string };

/** How much is kept, since when, and when it was last tidied. */
export function RetentionFacts({ retention, timeZone }: RetentionFactsProps) {
  const { kept, keptDays, totalBytes, tidiedAt, fault } = retention;
  const oldest = kept.at(-1);
  const t = retentionTexts();
  return (
    <DescriptionList>
      <Description term={t.days}>{countFormat.format(keptDays)}</Description>
      <Description term={t.size}>{formatMegabytes(totalBytes)}</Description>
      <Description term={t.oldestDay}>
        {oldest ? formatDay(oldest.from) : <span className="text-faint">{t.noneYet}</span>}
      </Description>
      <Description term={t.lastCleanup}>
        {tidiedAt ? (
          <Instant at={tidiedAt} timeZone={timeZone} />
        ) : (
          <span className="text-faint">{t.underWay}</span>
        )}
        {fault ? (
          <p className="wrap-anywhere text-warn">
            {t.notAllGone(translateStored(fault, t.faults))}
          </p>
        ) : null}
      </Description>
    </DescriptionList>
  );
}

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
            timeZone={timeZone}
            action={action}
            preview={preview}
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
  const { files, bytes, freeQuotaBytes, removed, changed, damaged, damagedCount } = audio;
  return (
    <div className="space-y-4">
      {damaged.length > 0 ? (
        <Damaged damaged={damaged} damagedCount={damagedCount} timeZone={timeZone} />
      ) : null}
      <DescriptionList>
        <Description term={t.kept}>{t.keptFiles(files, bytes)}</Description>
        <Description term={t.space}>
          {freeQuotaBytes === null ? (
            <span className="text-faint">{t.noQuota}</span>
          ) : freeQuotaBytes > 0 ? (
            t.spaceLeft(freeQuotaBytes)
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

type DamagedProps = Pick<KeptAudioView, "damaged" | "damagedCount"> & { timeZone: string };

function Damaged({ damaged, damagedCount, timeZone }: DamagedProps) {
  const t = retentionAudioTexts();
  return (
    <Callout variant="bad" title={t.damagedTitle(damagedCount)}>
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
        {damagedCount.count > damaged.length ? <li>{t.damagedMore}</li> : null}
      </ul>
    </Callout>
  );
}
