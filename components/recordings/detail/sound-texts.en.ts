import { texts } from "@/lib/language/texts";

export const recordingsSoundTexts = texts("recordingsSound", {
  audio: "Audio",
  fetchAgain: "Fetch again",
  fetching: "Fetching…",
  state: "State",
  since: "since {at}",
  nextTry: "Next try",
  now: "Now",
  noNextTry: "None, unless you fetch it again",
  earlierFiles: "Earlier files",
  keptFromBefore: "Kept from this call’s earlier addresses.",
  earlierFile: "{file}, kept {at}",
  download: (hash: string) => `Download ${hash}`,
  file: "File",
  sha256: "SHA-256",
  copySha256: "Copy SHA-256",
  lastVerified: "Last verified",
  issues: "Audio issues",
  notChecked: "Not checked: Earshot can’t decode this file",
  noneFound: "None found",
  checks: {
    length: (lasts: string, minutes: number) =>
      `The audio lasts ${lasts}; the call reports ${minutes} min used. More than a minute apart, after rounding.`,
    silent: "Nothing in it is louder than line noise (−36 dBFS).",
    nearSilent: (percent: number) => `Only ${percent}% of it is louder than line noise (−36 dBFS).`,
    oneSided: (channel: number) =>
      `Channel ${channel} of 2 is silent for at least 98% of the call.`,
    sameSound: (others: number) =>
      `The same file, byte for byte, is kept for ${others === 1 ? "another call" : `${others} other calls`}.`,
    wrongNumber: (lasts: string) =>
      `The number is marked wrong, but the audio lasts ${lasts} and isn’t silent (limit: 1:00).`,
    unanswered: (status: string, lasts: string) =>
      `The status is “${status}”, but the audio lasts ${lasts} and isn’t silent (limit: 0:10).`,
  },
  notDecoded: "can’t be decoded",
  mono: "mono",
  stereo: "stereo",
  channels: (count: number) => `${count} channels`,
  states: {
    kept: "Kept",
    waiting: "Waiting",
    not_ready: "Processing",
    refused: "Refused",
    gone: "Gone",
    too_large: "Too large",
    not_audio: "Another kind of file",
    removed: "Removed",
  },
  soonFetched: "It will be fetched shortly.",
  notFetched: "It couldn’t be fetched.",
  faults: {
    "not-found": "The calling service has no file at this address.",
    empty: "The file at this address is empty.",
    unreachable: "The host can’t be reached, or dropped the connection.",
    timeout: "The host didn’t send the file in time.",
    refused: "The host refused access to the file.",
    "address-forbidden":
      "Earshot isn’t allowed to fetch from this address. AUDIO_HOSTS lists the allowed hosts.",
    "wrong-type": "The file at this address isn’t audio.",
    "too-large": "The file is larger than AUDIO_MAX_BYTES.",
    "not-connected": "There is no working connection to the calling service.",
    "disk-full": "The disk is too full to keep more. AUDIO_LEAVE_FREE_GB sets how much stays free.",
  },
});
