import { formatFull } from "@/components/format/format-instant";
import { PhoneNumber } from "@/components/format/phone-number";
import { Badge } from "@/components/ui/tone/badge";
import { ValueWord } from "@/components/vocabulary/value-word";
import type { RecordingView } from "@/lib/recordings/detail/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { findProblem } from "./find-problem";
import { tellIncomplete } from "./tell-incomplete";

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
        <span title={tellIncomplete(problems.length)}>
          <Badge mood="warn">Incomplete</Badge>
        </span>
      )}
    </div>
  );
}
