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
    `The link points to ${moment}, but this recording is only ${length} long. It plays from the start.`,
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
  aboutStopping: "Doesn’t play the next recording",
  momentLink: "Link to this moment",
  endOfList: "End of the list",
  noneAhead: "The next calls have no audio",
  restNotLoaded: "Couldn’t load the next calls of the list.",
  skipped: (call: string, why: string) => `Skipped ${call}: ${why}`,
  aCall: "a call",
  skippedCalls: (count: number) => `Skipped ${count} calls that can’t be played`,
  callingService: "Calling service",
  tryAgain: "Try again",
  faults: {
    "audio-not-found": {
      title: "Audio not found",
      text: "The calling service has no file at the address it sent for this call.",
    },
    "audio-unreachable": {
      title: "The audio can’t be reached",
      text: "The audio host isn’t responding. It may be back in a moment.",
    },
    "audio-timeout": {
      title: "The audio is taking too long",
      text: "The audio host didn’t respond in time. Try again in a moment.",
    },
    "audio-refused": {
      title: "Access to the audio was refused",
      text: "The audio host refused access. Check whether the API key is valid.",
    },
    "audio-address-forbidden": {
      title: "The audio address isn’t allowed",
      text: "The address is private, uses plain HTTP, or its host isn’t in AUDIO_HOSTS.",
    },
    "audio-wrong-type": {
      title: "Not an audio file",
      text: "The link points to a file that isn’t audio.",
    },
    "audio-too-large": {
      title: "The audio is too large",
      text: "The file exceeds Earshot’s size limit.",
    },
    "calling-service-not-connected": {
      title: "The calling service isn’t connected",
      text: "Its audio can be played once Earshot has a working API key.",
    },
    "signed-out": {
      title: "You have been signed out",
      text: "Sign in again, then open this call once more.",
    },
    unforeseen: {
      title: "Couldn’t load the audio",
      text: "Something went wrong on the way. Try again in a moment.",
    },
    unplayable: {
      title: "The browser can’t play this audio",
      text: "The file is damaged, or this browser can’t play its format. Try downloading it.",
    },
    noServer: {
      title: "Earshot can’t be reached",
      text: "The server isn’t responding. Check your connection, then try again.",
    },
  },
});
