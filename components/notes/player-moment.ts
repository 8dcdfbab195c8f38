import { getAudio, readLoaded } from "@/components/player/remote-control";

/** Where the player of a call stands, in milliseconds; null: it plays another one, or none. */
export function readMoment(recordingId: string): number | null {
  return isLoaded(recordingId) ? Math.floor(getAudio().currentTime) * 1_000 : null;
}

/** How long its recording is; null: not known. */
export function readLengthMs(recordingId: string): number | null {
  if (!isLoaded(recordingId)) return null;
  const { duration } = getAudio();
  return Number.isFinite(duration) ? duration * 1_000 : null;
}

function isLoaded(recordingId: string): boolean {
  return readLoaded().call?.id === recordingId;
}
