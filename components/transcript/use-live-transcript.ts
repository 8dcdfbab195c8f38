import { useCallback, useEffect, useState } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import { createPoller, watchChanges } from "@/components/live/watch-changes";
import { recordingHref } from "@/components/recordings/recording-href";
import type { TranscriptView } from "@/lib/transcripts/views";

/** The transcript as it is now: as the page has it, as a change answers, or as others changed it. */
export function useLiveTranscript(given: TranscriptView) {
  const [latest, setLatest] = useState(given);
  const { recordingId } = given;
  const take = useCallback((next: TranscriptView) => {
    setLatest((before) => (isNewer(next, before) ? keepCues(next, before) : before));
  }, []);
  const reload = useCallback(
    async (path: string, signal?: AbortSignal) => {
      const fetched = await fetchJson<TranscriptView>(path, signal ? { signal } : {});
      if (fetched.isOk && !signal?.aborted) take(fetched.answer);
      return fetched.isOk;
    },
    [take],
  );

  useEffect(() => {
    const path = `/api${recordingHref(recordingId)}/transcript`;
    const poller = createPoller(async (signal) =>
      (await reload(path, signal)) ? "answered" : "failed",
    );
    const stopWatching = watchChanges({
      onHint: ({ ids }) => {
        if (ids === null || ids.includes(recordingId)) poller.want();
      },
    });
    return () => {
      stopWatching();
      poller.stop();
    };
  }, [recordingId, reload]);

  return {
    transcript: isNewer(given, latest) ? keepCues(given, latest) : latest,
    take,
    reload,
  };
}

/** The same transcript has the same cues, whether they came along or not; the list keeps its place. */
function keepCues(next: TranscriptView, before: TranscriptView): TranscriptView {
  const isSame = next.current !== null && next.current.id === before.current?.id;
  return isSame && before.cues ? { ...next, cues: before.cues } : next;
}

function isNewer(one: TranscriptView, other: TranscriptView): boolean {
  return one.recordingId !== other.recordingId || one.readAt >= other.readAt;
}
