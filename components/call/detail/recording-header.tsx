import Link from "next/link";
import { ShortInstant } from "@/components/format/dates";
import { toNameOrNumber } from "@/components/format/phone-number";
import { describeIncomplete } from "@/components/format/text";
import { CallPlayer, RecordingLength } from "@/components/player/player-slots";
import { FilterMenu } from "@/components/recordings/filters/filter-menu";
import { CopyLink } from "@/components/recordings/state/copy-link";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { Description, DescriptionList } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import { noValueLabel, ValueWord } from "@/components/vocabulary/values";
import { customerHref } from "@/lib/list/id-segment";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import type { FieldProblem } from "@/lib/recordings/record/call-record";
import type { RecordingView } from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import {
  describeTimeProblem,
  FieldValue,
  findProblem,
  ProblemNote,
  RawPayload,
} from "./call-details";
import { BackToList, ListNeighbours } from "./list-links";
import { recordingsDetailTexts } from "./texts.en";

type CallHeaderProps = {
  recording: RecordingView;
  timeZone: string;
  vocabulary: VocabularyView;
  /** The list that the call is open beside; none: it stands on its own page. */
  query?: RecordingQuery;
};

/** The head of a call's own page: the ways back to the list and along it, and whose call it was. */
export function RecordingHeader(props: Omit<CallHeaderProps, "query">) {
  const { id } = props.recording;
  return (
    <header>
      <div className="flex min-h-8 items-center justify-between gap-x-4 print:hidden">
        <BackToList />
        <div className="flex items-center gap-2">
          <ListNeighbours key={id} id={id} />
          <CopyLink days={null} />
        </div>
      </div>
      <div className="mt-2">
        <CallHeader {...props} />
      </div>
    </header>
  );
}

/** Whose call it was, and what one asks of it first. */
export function CallHeader({ recording, timeZone, vocabulary, query }: CallHeaderProps) {
  const { id, customer, status, campaign, createdAt, minutesUsed, problems } = recording;
  const t = recordingsDetailTexts();
  const name = <bdi>{toNameOrNumber(customer)}</bdi>;
  const Heading = query ? "h2" : "h1";
  const timeProblem = findProblem(problems, "created_at");
  const filter = { vocabulary, query };
  return (
    <section aria-label={t.call}>
      <Heading
        className={classNames(
          "wrap-anywhere font-semibold tracking-tight",
          query ? "text-xl" : "text-2xl",
        )}
      >
        {customer.id === "" ? (
          name
        ) : (
          <Link
            href={customerHref(customer.id)}
            prefetch={false}
            className="decoration-line-strong decoration-2 underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        )}
      </Heading>
      <dl className="mt-1.5 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-dense">
        <KeyFact term={t.fields.campaign} problem={findProblem(problems, "campaign")}>
          <FilterMenu field="campaign" value={campaign} {...filter}>
            {campaign === null ? (
              <span className="text-muted">{noValueLabel("campaign")}</span>
            ) : (
              <ValueWord field="campaign" value={campaign} vocabulary={vocabulary} />
            )}
          </FilterMenu>
        </KeyFact>
        <KeyFact term={t.fields.status} problem={findProblem(problems, "status")}>
          <FilterMenu field="status" value={status} {...filter}>
            <ValueWord field="status" value={status} vocabulary={vocabulary} />
          </FilterMenu>
        </KeyFact>
        <KeyFact term={t.fields.createdAt}>
          <ShortInstant at={createdAt} timeZone={timeZone} />
          {timeProblem ? (
            <span className="block text-warn">{describeTimeProblem(timeProblem)}</span>
          ) : null}
        </KeyFact>
        <KeyFact term={t.fields.minutesUsed} problem={findProblem(problems, "minutes_used")}>
          {/* Said so, because the recording may be shorter or longer. */}
          {minutesUsed === null ? t.minutesNotKnown : t.billed(minutesUsed)}
          {recording.recordingAttachment === "" ? null : <RecordingLength id={id} />}
        </KeyFact>
        {problems.length === 0 ? null : (
          <KeyFact term={t.state}>
            <span title={describeIncomplete(problems.length)}>
              <Badge variant="warn">{t.incomplete}</Badge>
            </span>
          </KeyFact>
        )}
      </dl>
    </section>
  );
}

type KeyFactProps = {
  term: string;
  problem?: FieldProblem | undefined;
  children: React.ReactNode;
};

/** Its name is read aloud alone, unless there is no value that would speak for itself. */
function KeyFact({ term, problem, children }: KeyFactProps) {
  return (
    <div className="flex min-w-0 max-w-full gap-2">
      <dt className={problem ? "shrink-0 text-muted" : "sr-only"}>{term}</dt>
      <dd className="min-w-0 tabular-nums">
        {problem ? <ProblemNote problem={problem} /> : children}
      </dd>
    </div>
  );
}

type RecordingSummaryProps = {
  recording: Pick<RecordingView, "summary" | "summaryRest" | "hasTranscript" | "problems">;
  rawHref: string | null;
};

/** The summary, in lines that are comfortable to read, in full unless it is a book; and of what else was said. */
export function RecordingSummary({
  recording: { summary, summaryRest, hasTranscript, problems },
  rawHref,
}: RecordingSummaryProps) {
  const t = recordingsDetailTexts();
  const problem = findProblem(problems, "summary");
  return (
    <Section title={t.summary}>
      {summary.trim() ? (
        <div dir="auto">
          <p className="wrap-anywhere max-w-[68ch] whitespace-pre-line text-[0.9375rem] leading-7">
            {summary}
            {summaryRest > 0 ? "…" : null}
          </p>
        </div>
      ) : problem ? (
        <p className="text-dense">
          <ProblemNote problem={problem} />
        </p>
      ) : (
        <p className="text-dense text-muted">{t.noSummary}</p>
      )}
      {summaryRest > 0 ? (
        <p className="mt-3 text-dense text-muted">
          <RawPayload more={t.moreCharacters(summaryRest)} href={rawHref} />
        </p>
      ) : null}
      <div className="mt-3 border-line border-t pt-3">
        <DescriptionList>
          <Description term={t.fields.hasTranscript}>
            <FieldValue problems={problems} path="has_transcript">
              {describeTranscript(hasTranscript)}
            </FieldValue>
          </Description>
        </DescriptionList>
      </div>
    </Section>
  );
}

function describeTranscript(hasTranscript: boolean | null): string {
  const t = recordingsDetailTexts().transcript;
  if (hasTranscript === null) return t.notKnown;
  return hasTranscript ? t.notSent : t.none;
}

type RecordingPlayerProps = {
  recording: Pick<RecordingView, "id" | "recordingAttachment" | "customer">;
  /** The moment that the page's address names. */
  startSeconds?: number | null;
};

/** Plays a call, if it came with the address of its recording. */
export function RecordingPlayer({ recording, startSeconds = null }: RecordingPlayerProps) {
  const { id, recordingAttachment, customer } = recording;
  if (recordingAttachment === "") {
    return (
      <p className="rounded-lg border border-line bg-raised px-4 py-3 text-dense text-muted">
        {recordingsDetailTexts().noAddress}
      </p>
    );
  }
  const title = toNameOrNumber(customer);
  return <CallPlayer key={id} id={id} title={title} startSeconds={startSeconds} />;
}
