import { texts } from "@/lib/language/texts";

const files = { audio: "audio", roster: "customer list" };
type Kind = keyof typeof files;

export const audioRoomTexts = texts("audioRoom", {
  fileFaults: {
    "not-found": (kind: Kind) => `The calling service no longer has the ${files[kind]}.`,
    unreachable: (kind: Kind) => `Couldn’t fetch the ${files[kind]}.`,
    timeout: (kind: Kind) => `The host of the ${files[kind]} didn’t respond in time.`,
    refused: (kind: Kind) => `The host refused access to the ${files[kind]}.`,
    "address-forbidden": (kind: Kind) =>
      `Earshot isn’t allowed to fetch the ${files[kind]} from its address. AUDIO_HOSTS lists the allowed hosts; without it, any public host is allowed by HTTPS.`,
    "wrong-type": (kind: Kind) => `The fetched file isn’t of the right type: ${files[kind]}.`,
    "too-large": (kind: Kind) => `The ${files[kind]} exceeds Earshot’s size limit.`,
    "not-connected": (kind: Kind) =>
      `There is no working connection to the calling service, so Earshot can’t fetch the ${files[kind]}.`,
  },
  rangeOutside: "The range is outside the audio.",
});
