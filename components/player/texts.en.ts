import { texts } from "@/lib/language/texts";

export const playerTexts = texts("player", {
  listen: "Listen",
  player: "Player",
  play: "Play",
  pause: "Pause",
  previousCall: "Previous call",
  nextCall: "Next call",
  back: (seconds: number) => `Back ${seconds} seconds`,
  forward: (seconds: number) => `Forward ${seconds} seconds`,
  copyMoment: "Copy a link to this moment",
  downloadAudio: "Download audio",
  beyondEnd: (moment: string, length: string) =>
    `The link leads to ${moment}, but this recording is ${length} long. It plays from the start.`,
  audioLength: (length: string) => `audio ${length}`,
  call: "Call",
  closePlayer: "Close player",
  speed: "Speed",
  mute: "Mute",
  unmute: "Unmute",
  volume: "Volume",
  options: "Player options",
  skipSilence: "Skip silence",
  aboutSilence: "Skips pauses in audio that Earshot keeps",
  stopAfter: "Stop after this call",
  aboutStopping: "The next recording isn’t played",
  momentLink: "Link to this moment",
  endOfList: "End of the list",
  restNotLoaded: "The next calls of the list could not be loaded.",
  skipped: (call: string, why: string) => `Skipped ${call}: ${why}`,
  aCall: "a call",
  skippedCalls: (count: number) => `Skipped ${count} calls that can’t be played`,
  callingService: "Calling service",
  tryAgain: "Try again",
  faults: {
    "audio-not-found": {
      title: "Audio not found",
      text: "The calling service has no file at the address that it sent for this call.",
    },
    "audio-unreachable": {
      title: "The audio can’t be reached",
      text: "The host of the audio does not answer. It may be back in a moment.",
    },
    "audio-timeout": {
      title: "The audio takes too long",
      text: "The host of the audio did not answer in time. Try again in a moment.",
    },
    "audio-refused": {
      title: "The audio is refused",
      text: "The audio host refused access. Check whether the API key is valid.",
    },
    "audio-address-forbidden": {
      title: "The audio’s address is not allowed",
      text: "The address is private, uses plain HTTP, or belongs to a host that AUDIO_HOSTS doesn’t name, so Earshot doesn’t fetch it.",
    },
    "audio-wrong-type": {
      title: "Not an audio file",
      text: "The link points to a file that isn’t audio.",
    },
    "audio-too-large": {
      title: "The audio is too large",
      text: "The file is larger than Earshot passes on.",
    },
    "calling-service-not-connected": {
      title: "The calling service is not connected",
      text: "Its audio can be heard when Earshot has a working API key.",
    },
    "signed-out": {
      title: "You have been signed out",
      text: "Sign in again, then open this call once more.",
    },
    unforeseen: {
      title: "The audio could not be loaded",
      text: "Something went wrong on the way. Try again in a moment.",
    },
    unplayable: {
      title: "The browser can’t play this audio",
      text: "The file is there, but damaged or of a kind that this browser does not know. Download it to try another program.",
    },
    noServer: {
      title: "Earshot can’t be reached",
      text: "The server does not answer. See that you are connected, then try again.",
    },
  },
});
