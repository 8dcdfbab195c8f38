/** Why a recording can't be heard, and where one can do something about it. */
export type AudioFault = { title: string; text: string; settings?: "/settings/calling-service" };

/**
 * What the browser's own error does not tell: the answer itself says it, and where the browser keeps
 * that, nobody is asked twice; else the server is asked for the first byte.
 */
export async function findAudioFault(source: string): Promise<AudioFault> {
  const told = faults.get(readToldCode(source) ?? "");
  if (told) return told;
  try {
    const response = await fetch(source, { headers: { Range: "bytes=0-0" }, cache: "no-store" });
    if (!response.ok) return readAudioFault(response);
    await response.body?.cancel();
    return unplayable;
  } catch {
    return noServer;
  }
}

/** Why an answer brought no audio. */
export async function readAudioFault(response: Response): Promise<AudioFault> {
  return toAudioFault(await readCode(response));
}

/** Whether the next call may well be heard: the fault lies in this call's file. */
export function isOfFile(fault: AudioFault): boolean {
  return ![unforeseen, noServer, faults.get("signed-out"), notConnected].includes(fault);
}

/** The code that came with the last answer, if that is a new one. */
function readToldCode(source: string): string | undefined {
  const answers = performance.getEntriesByType("resource");
  const last = answers.findLast(({ name }) => name.endsWith(source));
  if (!(last instanceof PerformanceResourceTiming) || last.startTime === readAt) return undefined;
  readAt = last.startTime;
  return last.serverTiming?.[0]?.name;
}

let readAt: number | undefined;

/** The fault that a problem's code stands for. */
export function toAudioFault(code: string | undefined): AudioFault {
  return faults.get(code ?? "") ?? unforeseen;
}

async function readCode(response: Response): Promise<string | undefined> {
  if (response.status === 401) return "signed-out";
  try {
    const problem: unknown = await response.json();
    const isCoded = typeof problem === "object" && problem !== null && "code" in problem;
    return isCoded && typeof problem.code === "string" ? problem.code : undefined;
  } catch {
    return undefined;
  }
}

const settings = "/settings/calling-service";

const notConnected: AudioFault = {
  title: "The calling service is not connected",
  text: "Its audio can be heard when Earshot has a working API key.",
  settings,
};

const faults = new Map<string, AudioFault>([
  [
    "audio-not-found",
    {
      title: "Audio not found",
      text: "The calling service has no file at the address that it sent for this call.",
    },
  ],
  [
    "audio-unreachable",
    {
      title: "The audio can’t be reached",
      text: "The host of the audio does not answer. It may be back in a moment.",
    },
  ],
  [
    "audio-timeout",
    {
      title: "The audio takes too long",
      text: "The host of the audio did not answer in time. Try again in a moment.",
    },
  ],
  [
    "audio-refused",
    {
      title: "The audio is refused",
      text: "The audio host refused access. Check whether the API key is valid.",
      settings,
    },
  ],
  [
    "audio-address-forbidden",
    {
      title: "The audio’s address is not allowed",
      text: "The address is private, uses plain HTTP, or belongs to a host that AUDIO_HOSTS doesn’t name, so Earshot doesn’t fetch it.",
    },
  ],
  [
    "audio-wrong-type",
    { title: "Not an audio file", text: "The link points to a file that isn’t audio." },
  ],
  [
    "audio-too-large",
    { title: "The audio is too large", text: "The file is larger than Earshot passes on." },
  ],
  ["calling-service-not-connected", notConnected],
  [
    "signed-out",
    { title: "You have been signed out", text: "Sign in again, then open this call once more." },
  ],
]);

const unforeseen: AudioFault = {
  title: "The audio could not be loaded",
  text: "Something went wrong on the way. Try again in a moment.",
};

const unplayable: AudioFault = {
  title: "The browser can’t play this audio",
  text: "The file is there, but damaged or of a kind that this browser does not know. Download it to try another program.",
};

const noServer: AudioFault = {
  title: "Earshot can’t be reached",
  text: "The server does not answer. See that you are connected, then try again.",
};
