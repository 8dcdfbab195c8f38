import { recordingHref } from "@/components/recordings/recording-href";
import type { RecordingView } from "@/lib/recordings/detail/views";

/** Where the customer list of a call is to be had, and where it came from; null: there is none. */
export function toRoster({ id, rosterAttachment }: RecordingView) {
  return rosterAttachment
    ? { href: `/api${recordingHref(id)}/roster`, address: rosterAttachment }
    : null;
}
