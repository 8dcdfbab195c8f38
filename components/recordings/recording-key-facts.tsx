import { ValueWord } from "@/components/vocabulary/value-word";
import type { RecordingView } from "@/lib/recordings/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { formatFull } from "./format-instant";
import { PhoneNumber } from "./phone-number";

type RecordingKeyFactsProps = {
  recording: RecordingView;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** What one asks of a call first. */
export function RecordingKeyFacts({ recording, timeZone, vocabulary }: RecordingKeyFactsProps) {
  const { customer, status, createdAt, minutesUsed } = recording;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
      <span className="min-w-0 max-w-full text-text">
        <ValueWord field="status" value={status} vocabulary={vocabulary} />
      </span>
      <time dateTime={createdAt} className="tabular-nums">
        {formatFull(createdAt, timeZone)}
      </time>
      <span className="tabular-nums">
        {minutesUsed} {minutesUsed === 1 ? "minute" : "minutes"}
      </span>
      <PhoneNumber phoneNumber={customer.phoneNumber} isCorrect={customer.isPhoneNumberCorrect} />
    </div>
  );
}
