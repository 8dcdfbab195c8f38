"use client";

import { useCallback, useEffect, useState } from "react";
import type { Shape } from "@/lib/platform/shape";
import { fetchJson } from "./fetch-json";
import { createPoller, watchChanges } from "./watch-changes";

/** What the server says of one call, and when it read it. */
type CallView = { recordingId: string; readAt: number };

/**
 * What is known of a call now: as the page has it, as a change of one's own was answered (`take`), or as
 * others changed it, read from `path`. What was read last stands; `reload` tells whether it was answered.
 * @param merge what was read next, with what it left out that the former one has; the same function each time
 */
export function useLiveView<View extends CallView>(
  given: View,
  path: string,
  schema: Shape<View>,
  merge: (next: View, before: View) => View = nextAlone,
) {
  const [latest, setLatest] = useState(given);
  const { recordingId } = given;
  const take = useCallback(
    (next: View) => setLatest((before) => (isNewer(next, before) ? merge(next, before) : before)),
    [merge],
  );
  const reload = useCallback(
    async (signal?: AbortSignal) => {
      const fetched = await fetchJson(path, schema, signal && { signal });
      if (fetched.isOk && !signal?.aborted) take(fetched.answer);
      return fetched.isOk;
    },
    [path, schema, take],
  );

  useEffect(() => {
    const poller = createPoller(async (signal) => ((await reload(signal)) ? "answered" : "failed"));
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

  return { view: isNewer(given, latest) ? merge(given, latest) : latest, take, reload };
}

function nextAlone<View>(next: View): View {
  return next;
}

function isNewer(one: CallView, other: CallView): boolean {
  return one.recordingId !== other.recordingId || one.readAt >= other.readAt;
}
