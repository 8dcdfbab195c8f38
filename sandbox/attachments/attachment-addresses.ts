import type { Call } from "../calls/make-call";
import { chooseAudioFault } from "./audio-fault";

export type AttachmentAddresses = {
  audio(call: Call): string;
  roster(call: Call): string | null;
};

/** Nothing listens on the discard port. */
const unreachableUrl = "http://127.0.0.1:9";

export function createAttachmentAddresses(
  serviceUrl: string,
  { seed, misbehave }: { seed: number; misbehave: boolean },
): AttachmentAddresses {
  return {
    audio({ index, callSid, audioFormat }) {
      const isUnreachable = misbehave && chooseAudioFault(seed, index) === "unreachable";
      return `${isUnreachable ? unreachableUrl : serviceUrl}/recordings/${callSid}.${audioFormat}`;
    },
    roster: ({ campaign, hasRoster }) =>
      hasRoster ? `${serviceUrl}/rosters/${campaign}.csv` : null,
  };
}
