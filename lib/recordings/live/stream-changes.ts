import "server-only";
import { type ChangeNotice, mergeNotices } from "./change-notice";
import { changeWatch } from "./watch-changes";

const beatEveryMs = 20_000;
const checkEveryMs = 60_000;

/**
 * Changes as an event stream, for as long as `isWelcome` holds. A reader who is slow gets what they
 * missed in one; one who reads nothing any more is let go.
 */
export function streamChanges(isWelcome: () => Promise<boolean>): ReadableStream<Uint8Array> {
  let end = () => {};
  let flush = () => {};
  return new ReadableStream({
    start(controller) {
      let missed: { notice: ChangeNotice; spreadMs: number } | undefined;
      let beatsUnread = 0;
      const isFull = () => (controller.desiredSize ?? 0) <= 0;

      flush = () => {
        beatsUnread = 0;
        if (!missed || isFull()) return;
        controller.enqueue(toEvent("change", { ...missed.notice, spreadMs: missed.spreadMs }));
        missed = undefined;
      };
      const leave = changeWatch().watch((notice, watcherCount) => {
        const spreadMs = toSpreadMs(watcherCount);
        missed = { notice: missed ? mergeNotices(missed.notice, notice) : notice, spreadMs };
        if (!isFull()) flush();
      });
      const beat = setInterval(() => {
        beatsUnread = isFull() ? beatsUnread + 1 : 0;
        if (beatsUnread > 1) close();
        else if (!isFull()) controller.enqueue(toEvent("beat", null));
      }, beatEveryMs);
      const check = setInterval(async () => {
        if (await isWelcome()) return;
        if (!isFull()) controller.enqueue(toEvent("signed-out", null));
        close();
      }, checkEveryMs);

      end = () => {
        leave();
        clearInterval(beat);
        clearInterval(check);
      };
      const close = () => {
        end();
        try {
          controller.close();
        } catch {
          // It was cancelled while the session was being read.
        }
      };
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
