import { texts } from "@/lib/language/texts";

const files = { audio: "audio", roster: "customer list" };
type Kind = keyof typeof files;

export const audioRoomTexts = texts("audioRoom", {
  fileFaults: {
    "not-found": (kind: Kind) => `The calling service no longer has the ${files[kind]}.`,
    unreachable: (kind: Kind) => `The ${files[kind]} could not be fetched.`,
    timeout: (kind: Kind) => `The host of the ${files[kind]} did not answer in time.`,
    refused: (kind: Kind) => `The host refused to hand out the ${files[kind]}.`,
    "address-forbidden": (kind: Kind) =>
      `The ${files[kind]} lies at an address that may not be fetched. AUDIO_HOSTS names the hosts that may; without it, those of HTTPS on the public internet.`,
    "wrong-type": (kind: Kind) =>
      `What was fetched is not a file of the right kind: ${files[kind]}.`,
    "too-large": (kind: Kind) => `The ${files[kind]} is larger than Earshot passes on.`,
    "not-connected": (kind: Kind) =>
      `There is no working connection to the calling service, so that the ${files[kind]} can't be fetched.`,
  },
  rangeOutside: "The range lies outside of the audio.",
  tooManyCalls: (most: number) =>
    `One ZIP holds ${most} calls at most. Narrow the filter, for example to a month.`,
});
