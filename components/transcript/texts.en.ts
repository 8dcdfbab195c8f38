import { numberFormat } from "@/components/format/intl";
import { countFormat, formatCost } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";
import type { Cost } from "@/lib/transcripts/views";

const sizeFormat = numberFormat({ maximumFractionDigits: 1 });

export const transcriptTexts = texts("transcript", {
  title: "Transcript",
  follow: "Follow",
  follows: "Scroll along with the audio",
  playFrom: (clock: string) => `Play from ${clock}`,
  noTimes: "This transcript has no times, so it can’t follow the audio.",
  notLoaded: "Couldn’t load the transcript.",
  tryAgain: "Try again",
  uploadedBy: "Uploaded by {who}, {when}",
  madeBy: "Transcribed by {model}, requested by {who}, {when}",
  madeOnArrival: "Transcribed by {model}, {when}",
  somebody: "a former member",
  language: (language: string) => `Language: ${language}`,
  none: "No transcript yet.",
  notSent: "The calling service has a transcript, but doesn’t send it.",
  bringOne: "Upload WebVTT, SRT or plain text, or drop a file here.",
  dropHere: "Drop the file to upload it",
  upload: "Upload a transcript",
  replace: "Upload another",
  uploading: "Uploading…",
  asVtt: "Download WebVTT",
  asText: "Download text",
  delete: "Delete transcript",
  earlier: "Earlier transcripts",
  wasDeleted: "Deleted by {who}, {when}",
  restore: "Restore",
  restoreOf: (name: string) => `Restore ${name}`,
  unnamed: "Untitled",
  make: "Transcribe",
  makeAgain: "Transcribe again",
  about: (minutes: number | null, cost: Cost | null) =>
    [
      minutes === null
        ? ""
        : `about ${minutes < 1 ? "1" : sizeFormat.format(Math.round(minutes))} min`,
      cost === null
        ? ""
        : cost.currency
          ? formatCost(cost)
          : `${formatCost(cost)} at the price you set`,
    ]
      .filter(Boolean)
      .join(", "),
  needsAudio: "The audio isn’t kept here, so it can’t be transcribed.",
  waiting: "Waiting to be transcribed.",
  running: "Transcribing…",
  failed: "Transcription failed.",
  nextTry: "Next try {when}.",
  saidBy: (reason: string) => `The transcriber said: ${reason}`,
  cancel: "Cancel",
  dismiss: "Dismiss",
  offline: "The server can’t be reached. Nothing changed; try again.",
  failures: {
    unreachable: "The transcriber can’t be reached.",
    timeout: "The transcriber took too long.",
    "key-refused":
      "The transcriber rejected the key. Ask an administrator to check TRANSCRIBER_KEY.",
    "rate-limited": "The transcriber is busy.",
    "server-failed": "The transcriber had an error.",
    refused: "The transcriber rejected this recording.",
    "answer-unreadable": "The transcriber’s answer can’t be read.",
    "no-speech": "The transcriber found no speech.",
    "audio-missing": "The audio is no longer kept here.",
    "too-many-versions": "This call has reached its limit for transcripts.",
  },
  faults: {
    "too-large": (bytes: number) =>
      `The file is larger than ${sizeFormat.format(bytes / 1_048_576)} MB.`,
    empty: "The file is empty.",
    "not-text": "This isn’t a text file. Upload WebVTT, SRT or plain text.",
    "no-cues": "The file has no text.",
    "call-missing": "This call is gone.",
    "version-missing": "This transcript is gone.",
    "too-many-versions": "This call has reached its limit for transcripts.",
    "too-many-cues": (most: number) => `The file has more than ${countFormat.format(most)} cues.`,
    "no-time": (line: number, found: string) => `Line ${line}: cue without times: “${found}”.`,
    "bad-time": (line: number, found: string) => `Line ${line}: “${found}” isn’t a valid time.`,
    "ends-early": (line: number, found: string) =>
      `Line ${line}: the cue ends before it begins: “${found}”.`,
    "too-late": (line: number, found: string) =>
      `Line ${line}: “${found}” is beyond the length of any recording.`,
  },
});
