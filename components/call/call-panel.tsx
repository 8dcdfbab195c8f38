import { toCustomerName } from "@/components/format/text";
import { CustomerFacts, toRoster } from "@/components/recordings/detail/customer-facts";
import { ExtraFacts, toRawHref } from "@/components/recordings/detail/extra-facts";
import { RecordingFacts } from "@/components/recordings/detail/recording-facts";
import { RecordingKeyFacts } from "@/components/recordings/detail/recording-header";
import { RecordingHistory } from "@/components/recordings/detail/recording-history";
import {
  RecordingPlayer,
  RecordingSummary,
} from "@/components/recordings/detail/recording-summary";
import type { RecordingHistoryView, RecordingView } from "@/lib/recordings/detail/views";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import type { NeighboursView } from "@/lib/recordings/query/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { CallBar } from "./call-bar";

type CallPanelProps = {
  recording: RecordingView;
  history: RecordingHistoryView;
  neighbours: NeighboursView;
  query: RecordingQuery;
  timeZone: string;
  isAdministrator: boolean;
  takeRetry: (form: FormData) => Promise<void>;
  vocabulary: VocabularyView;
};

/** Everything that is known of one call, in a column beside the list. */
export function CallPanel({ recording, history, neighbours, query, ...viewer }: CallPanelProps) {
  const title = toCustomerName(recording.customer);
  const { timeZone, vocabulary, isAdministrator } = viewer;
  const rawHref = toRawHref(recording.deliveryId, isAdministrator);
  return (
    <>
      <CallBar id={recording.id} query={query} neighbours={neighbours} />
      <div className="space-y-5 px-5 py-4">
        <header>
          <h2 className="wrap-anywhere font-semibold text-xl tracking-tight">{title}</h2>
          <RecordingKeyFacts recording={recording} timeZone={timeZone} vocabulary={vocabulary} />
        </header>
        <RecordingPlayer recording={recording} title={title} />
        <RecordingSummary recording={recording} rawHref={rawHref} />
        <RecordingFacts recording={recording} timeZone={timeZone} vocabulary={vocabulary} />
        <CustomerFacts
          customer={recording.customer}
          roster={toRoster(recording)}
          problems={recording.problems}
        />
        <ExtraFacts
          extra={recording.extra}
          isIncomplete={recording.problems.length > 0}
          rawHref={rawHref}
        />
        <RecordingHistory history={history} {...viewer} />
      </div>
    </>
  );
}
