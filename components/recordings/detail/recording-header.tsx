import Link from "next/link";
import { customerHref } from "@/components/customers/customers-href";
import { formatFull } from "@/components/format/dates";
import { PhoneNumber } from "@/components/format/phone-number";
import { describeIncomplete } from "@/components/format/text";
import { Badge } from "@/components/ui/badge";
import { ValueWord } from "@/components/vocabulary/value-word";
import type { RecordingView } from "@/lib/recordings/detail/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { findProblem } from "./fields";
import { BackToList, ListNeighbours } from "./list-links";

type RecordingHeaderProps = {
  recording: RecordingView;
  title: string;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** Whose call it was, what one asks first, and the ways back to the list and along it. */
export function RecordingHeader({ recording, title, ...seen }: RecordingHeaderProps) {
  return (
    <header>
      <div className="flex min-h-8 items-center justify-between gap-4">
        <BackToList />
        <ListNeighbours key={recording.id} id={recording.id} />
      </div>
      <h1 className="wrap-anywhere mt-2 font-semibold text-2xl tracking-tight">
        {recording.customer.id === "" ? (
          title
        ) : (
          <Link
            href={customerHref(recording.customer.id)}
            prefetch={false}
            className="decoration-line-strong decoration-2 underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        )}
      </h1>
      <RecordingKeyFacts recording={recording} {...seen} />
    </header>
  );
}

type RecordingKeyFactsProps = {
  recording: RecordingView;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** What one asks of a call first. */
export function RecordingKeyFacts({ recording, timeZone, vocabulary }: RecordingKeyFactsProps) {
  const { customer, status, createdAt, minutesUsed, problems } = recording;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
      <span className="min-w-0 max-w-full text-text">
        <ValueWord field="status" value={status} vocabulary={vocabulary} />
      </span>
      <span>
        {findProblem(problems, "created_at") ? "Arrived " : null}
        <time dateTime={createdAt} className="tabular-nums">
          {formatFull(createdAt, timeZone)}
        </time>
      </span>
      {minutesUsed === null ? null : (
        <span className="tabular-nums">
          {minutesUsed} {minutesUsed === 1 ? "minute" : "minutes"}
        </span>
      )}
      {customer.phoneNumber === "" ? null : (
        <PhoneNumber phoneNumber={customer.phoneNumber} isCorrect={customer.isPhoneNumberCorrect} />
      )}
      {problems.length === 0 ? null : (
        <span title={describeIncomplete(problems.length)}>
          <Badge variant="warn">Incomplete</Badge>
        </span>
      )}
    </div>
  );
}
