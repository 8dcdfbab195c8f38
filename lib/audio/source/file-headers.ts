import "server-only";

type ServedFile = {
  type: string;
  /** In bytes; null is "unknown". */
  length: number | null;
  /** May hold anything. */
  filename: string;
};

/** The headers of a stranger's file: it is saved, never shown; it can't be taken for a page, runs nothing, stays in no cache. */
export function fileHeaders({ type, length, filename }: ServedFile): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Disposition": `attachment; ${nameFile(filename)}`,
    ...(length === null ? {} : lengthHeaders(length)),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    // Compression on the way would break ranges.
    "Cache-Control": "private, no-store, no-transform",
  };
}

/** Next.js drops `Content-Length`; the server process writes it back from the other one. */
function lengthHeaders(length: number): Record<string, string> {
  return { "Content-Length": String(length), "Earshot-Content-Length": String(length) };
}

/** RFC 6266: a name that everything reads, and beside it the whole one for who knows UTF-8. */
function nameFile(filename: string): string {
  const whole = toFileName(filename);
  const plain = toPlainName(whole);
  if (plain === whole) return `filename="${plain}"`;
  const encoded = encodeURIComponent(whole).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * A name that every file system takes and that shows as it is: no part of a path, no sign that can't be
 * seen or turns the direction, no dot first, and not too long.
 */
export function toFileName(filename: string): string {
  const [, stem = "", ending = ""] =
    /^(.*?)(\.[A-Za-z0-9]{1,5})?$/su.exec(filename.toWellFormed()) ?? [];
  const clean = stem
    .normalize("NFC")
    .replace(/[\p{C}\p{Zl}\p{Zp}\s/\\:*?"<>|]+/gu, "_")
    .replace(/^[._]+|[. ]+$/g, "");
  return `${[...clean].slice(0, mostCharacters).join("") || "file"}${ending}`;
}

const mostCharacters = 80;

/** Letters, digits and `._-` alone. */
function toPlainName(filename: string): string {
  const plain = filename
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "_");
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? "";
  return `${plain.slice(0, plain.length - ending.length).replace(/^[._-]+|[_]+$/g, "") || "file"}${ending}`;
}

type NamedCall = {
  id: string;
  createdAt: Date;
  campaign: string | null;
  customerFirstName: string;
  customerLastName: string;
};

/**
 * What the file of a call is saved as, without its ending: campaign, customer, and when it was on the
 * clock of `timeZone`. A call of which neither is known is named by its id.
 */
export function nameSound(call: NamedCall, timeZone: string): string {
  const { id, createdAt, campaign, customerFirstName, customerLastName } = call;
  const customer = [customerFirstName, customerLastName].filter((part) => part.trim()).join(" ");
  const known = [campaign ?? "", customer].filter((part) => part.trim());
  const at = new Intl.DateTimeFormat("sv", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const instant = at.format(createdAt).replace(" ", "-").replace(":", "");
  return [...(known.length > 0 ? known : [id]), instant]
    .map((part) => [...part.trim().replace(/\s+/g, "-")].slice(0, mostOfPart).join(""))
    .join("-");
}

/** Of each part, so that the instant is never cut off. */
const mostOfPart = 30;

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
