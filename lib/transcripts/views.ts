/** A word with the signs and spaces behind it, so that the words of a cue make its text. */
export type Word = { text: string; startMs: number; endMs: number };

/** What is said in one go; times are null where the transcript tells none. */
export type Cue = {
  text: string;
  startMs: number | null;
  endMs: number | null;
  /** Null: nobody says who speaks. */
  speaker: string | null;
  /** Empty where no times of words are known. */
  words: Word[];
};

export const transcriptFormats = ["vtt", "srt", "text"] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** Who and when; a name of null: somebody who has no access any more, or Earshot itself. */
type Trace = { by: string | null; at: string };

/** A transcript that is shown, or was. */
export type VersionView = {
  id: string;
  source: "uploaded" | "made";
  /** The name of its file, or the model that made it; '' where none was told. */
  name: string;
  /** '' where nobody told. */
  language: string;
  created: Trace;
  /** Null: it was replaced, or is shown. */
  removed: Trace | null;
};

/** Where the making of a transcript stands. */
export type JobView = {
  state: "waiting" | "running" | "failed";
  /** Since when it is in this state. */
  since: string;
  fault: TranscriberFault | null;
  /** What the transcriber said. */
  reason: string;
  attempts: number;
  /** Null: it is tried no more. */
  nextTryAt: string | null;
};

export const transcriberFaults = [
  "unreachable",
  "timeout",
  "key-refused",
  "rate-limited",
  "server-failed",
  "refused",
  "answer-unreadable",
  "no-speech",
  "audio-missing",
  "too-many-versions",
] as const;
export type TranscriberFault = (typeof transcriberFaults)[number];

export type TranscriptView = {
  recordingId: string;
  viewerId: string;
  /** Milliseconds since 1970: of two, the later one is the truth. */
  readAt: number;
  timeZone: string;
  current: VersionView | null;
  /** Null: they are too many to come with the page. */
  cues: Cue[] | null;
  former: VersionView[];
  job: JobView | null;
  /** What can be asked for; null: no transcriber is set up. */
  transcriber: TranscriberView | null;
};

export type TranscriberView = {
  model: string;
  /** Without it there is nothing to send. */
  isAudioKept: boolean;
  estimate: Estimate;
};

/** In a currency by its code of ISO 4217; null: the settings name none. */
export type Cost = { amount: number; currency: string | null };

/** What transcribing takes. Minutes of null: nobody has measured the audio; a cost of null: nor is it known. */
export type Estimate = { minutes: number | null; cost: Cost | null };

/** The same of a list: its calls that have audio and no transcript, or so many of them at least. */
export type ListEstimate = { calls: number; isMore: boolean; minutes: number; cost: Cost | null };

/** Why a file was not taken; the line counts from 1. */
export type TranscriptFault =
  | { code: "too-large"; mostBytes: number }
  | {
      code:
        | "empty"
        | "not-text"
        | "no-cues"
        | "call-missing"
        | "version-missing"
        | "too-many-versions";
    }
  | { code: "too-many-cues"; most: number }
  | { code: "no-time" | "bad-time" | "ends-early" | "too-late"; line: number; found: string };

/** What became of a change: the transcript as it is now, or why nothing was kept. */
export type TranscriptAnswer =
  | { fault: TranscriptFault; transcript?: never }
  | { fault: null; transcript: TranscriptView };
