import type { Call } from "../calls/make-call";
import { chooseTape } from "../sound/tape/make-tape";
import { chooseAudioFault, chooseNamedFault } from "./audio-fault";

export type AttachmentAddresses = {
  audio(call: Call): string;
  roster(call: Call): string | null;
};

type AddressSettings = { seed: number; misbehave: boolean; allFormats: boolean };

/** Nothing listens on the discard port. */
const unreachableUrl = "http://127.0.0.1:9";

export function createAttachmentAddresses(
  serviceUrl: string,
  { seed, misbehave, allFormats }: AddressSettings,
): AttachmentAddresses {
  return {
    audio({ index, callSid, audioFormat }) {
      if (allFormats) {
        const { format, channels, seconds } = chooseTape({ seed, index });
        const fault = misbehave ? chooseNamedFault(seed, index) : null;
        const asked = `seconds=${seconds}&channels=${channels}${fault ? `&fault=${fault}` : ""}`;
        return `${serviceUrl}/recordings/${callSid}.${format}?${asked}`;
      }
      const isUnreachable = misbehave && chooseAudioFault(seed, index) === "unreachable";
      return `${isUnreachable ? unreachableUrl : serviceUrl}/recordings/${callSid}.${audioFormat}`;
    },
    roster: ({ campaign, hasRoster }) =>
      hasRoster ? `${serviceUrl}/rosters/${campaign}.csv` : null,
  };
}
