import "server-only";
import type { HeldSession } from "@/lib/access/sessions/session-watch";
import { changeWatch } from "./change-broadcaster";
import { type ChangeNotice, mergeNotices } from "./change-notice";

const beatEveryMs = 20_000;

/**
 * Changes as an event stream, for as long as the session lasts; before a call is named the session is
 * looked at once more. A reader who is slow gets what they missed in one; one who reads nothing any
 * more is let go.
 */
export function streamChanges(session: HeldSession): ReadableStream<Uint8Array> {
  let end = () => {};
  let flush = () => {};
  return new ReadableStream({
    start(controller) {
      let missed: { notice: ChangeNotice; spreadMs: number } | undefined;
      let beatsUnread = 0;
      let isTelling = false;
      let isOver = false;
      const isFull = () => (controller.desiredSize ?? 0) <= 0;

      const tellMissed = async () => {
        if (isTelling) return;
        isTelling = true;
        while (missed && !isFull()) {
          const { notice, spreadMs } = missed;
          const isConfirmed = await session.confirm();
          if (isOver) return;
          // What came meanwhile is younger than that look.
          if (missed.notice !== notice) continue;
          missed = undefined;
          const ids = isConfirmed ? notice.ids : null;
          controller.enqueue(toEvent("change", { ids, spreadMs }));
        }
        isTelling = false;
      };
      flush = () => {
        beatsUnread = 0;
        tellMissed();
      };
      const leave = changeWatch().watch((notice, watcherCount) => {
        const spreadMs = toSpreadMs(watcherCount);
        missed = { notice: missed ? mergeNotices(missed.notice, notice) : notice, spreadMs };
        tellMissed();
      });
      const beat = setInterval(() => {
        beatsUnread = isFull() ? beatsUnread + 1 : 0;
        if (beatsUnread > 1) close();
        else if (!isFull()) controller.enqueue(toEvent("beat", null));
      }, beatEveryMs);
      end = () => {
        isOver = true;
        leave();
        clearInterval(beat);
        session.release();
      };
      const close = () => {
        if (isOver) return;
        end();
        controller.close();
      };
      const onEnded = () => {
        if (isOver) return;
        // With another role the page comes back by itself.
        if (session.signal.reason === "signed-out" && !isFull()) {
          controller.enqueue(toEvent("signed-out", null));
        }
        close();
      };
      if (session.signal.aborted) queueMicrotask(onEnded);
      session.signal.addEventListener("abort", onEnded, { once: true });
      controller.enqueue(toEvent("beat", null));
    },
    pull: () => flush(),
    cancel: () => end(),
  });
}

const encoder = new TextEncoder();

function toEvent(event: "change" | "beat" | "signed-out", data: unknown): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Many pages that are told the same don't all ask at once. */
function toSpreadMs(watcherCount: number): number {
  return Math.max(0, watcherCount - 10) * 4;
}
