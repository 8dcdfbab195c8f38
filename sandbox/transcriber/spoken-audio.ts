import { createHash } from "node:crypto";
import { type CallOrigin, writeCallSid } from "../calls/call-sid";
import type { Turn } from "../sound/recording-library";
import { type SpokenSegment, writeScript } from "./script";

/** Which audio was served, and what is said in it. */
export type SpokenAudio = {
  remember(origin: CallOrigin, file: Buffer, turns: Turn[], seconds: number): void;
  find(file: Buffer): Spoken | undefined;
};

export type Spoken = { callSid: string; seconds: number; segments: SpokenSegment[] };

const mostKept = 20_000;

export function createSpokenAudio(): SpokenAudio {
  const kept = new Map<string, { origin: CallOrigin; turns: Turn[]; seconds: number }>();
  return {
    remember(origin, file, turns, seconds) {
      kept.set(hash(file), { origin, turns, seconds });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    },
    find(file) {
      const spoken = kept.get(hash(file));
      if (!spoken) return undefined;
      const { origin, turns, seconds } = spoken;
      const segments = writeScript(origin, turns);
      return { callSid: writeCallSid(origin), seconds, segments };
    },
  };
}

function hash(file: Buffer): string {
  return createHash("sha256").update(file).digest("hex");
}
