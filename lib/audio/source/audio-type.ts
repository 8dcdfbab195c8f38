import "server-only";

/**
 * The media type to serve: the one that was sent when it is audio; for unspecific bytes the one of
 * the address's ending. `unknown`: look at the bytes. `not-audio`: never serve it.
 */
export function detectAudioType(
  contentType: string | undefined,
  pathname: string,
): { type: string } | "unknown" | "not-audio" {
  const essence = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (/^audio\/[a-z0-9][a-z0-9.+-]{0,60}$/.test(essence)) return { type: essence };
  if (essence === "application/ogg") return { type: essence };
  if (!unspecific.has(essence)) return "not-audio";
  const ending = /\.([a-z0-9]{2,4})$/i.exec(pathname)?.[1]?.toLowerCase() ?? "";
  const type = typeOfEnding.get(ending);
  return type ? { type } : "unknown";
}

/** How many bytes from the beginning `sniffAudioType` wants to see. */
export const sniffBytes = 12;

/** The media type that a file's first bytes tell; undefined: none that is known. */
export function sniffAudioType(beginning: Uint8Array): string | undefined {
  const hex = Buffer.from(beginning).toString("hex");
  return signatures.find(([signature]) => signature.test(hex))?.[1];
}

/** The usual ending of a file of this type, without a dot. */
export function endingOf(type: string): string {
  return endings.get(type.replace("/x-", "/")) ?? "audio";
}

const unspecific = new Set(["", "application/octet-stream", "binary/octet-stream"]);

const typeOfEnding = new Map([
  ["wav", "audio/wav"],
  ["mp3", "audio/mpeg"],
  ["ogg", "audio/ogg"],
  ["oga", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["m4a", "audio/mp4"],
  ["aac", "audio/aac"],
  ["flac", "audio/flac"],
  ["webm", "audio/webm"],
]);

/** Of the first bytes in hexadecimal: RIFF…WAVE, ID3, ADTS, MPEG layers, OggS, …ftyp, fLaC, EBML. */
const signatures: [RegExp, string][] = [
  [/^52494646.{8}57415645/, "audio/wav"],
  [/^494433/, "audio/mpeg"],
  [/^fff[0189]/, "audio/aac"],
  [/^ff(e[23]|f[2-5a-d])/, "audio/mpeg"],
  [/^4f676753/, "audio/ogg"],
  [/^.{8}66747970/, "audio/mp4"],
  [/^664c6143/, "audio/flac"],
  [/^1a45dfa3/, "audio/webm"],
];

const endings = new Map([
  ["audio/wav", "wav"],
  ["audio/wave", "wav"],
  ["audio/vnd.wave", "wav"],
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
  ["audio/ogg", "ogg"],
  ["audio/opus", "ogg"],
  ["application/ogg", "ogg"],
  ["audio/mp4", "m4a"],
  ["audio/m4a", "m4a"],
  ["audio/aac", "aac"],
  ["audio/flac", "flac"],
  ["audio/webm", "webm"],
]);
