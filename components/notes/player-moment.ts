import { recordingHref } from "@/components/recordings/recording-href";

/** Where the player of a call stands, in milliseconds; null: it plays another one, or none. */
export function readMoment(recordingId: string): number | null {
  const audio = findAudio(recordingId);
  return audio && Math.floor(audio.currentTime) * 1_000;
}

/** How long its recording is; null: not known. */
export function readLengthMs(recordingId: string): number | null {
  const duration = findAudio(recordingId)?.duration;
  return duration !== undefined && Number.isFinite(duration) ? duration * 1_000 : null;
}

/** Goes to a moment of the call, and plays on if it played. */
export function seekToMoment(recordingId: string, ms: number): void {
  const audio = findAudio(recordingId);
  if (audio) audio.currentTime = ms / 1_000;
}

function findAudio(recordingId: string): HTMLAudioElement | null {
  const path = `/api${recordingHref(recordingId)}/audio`;
  const all = [...document.querySelectorAll("audio")];
  return all.find(({ src }) => src.includes(path)) ?? null;
}
