import { currentLocale, texts } from "@/lib/language/texts";

export const longestNote = 10_000;
export const longestReason = 1_000;

/** How many characters people count, or at least so many where there are very many. */
function countCharacters(text: string): number {
  return text.length > 4 * longestNote ? text.length : [...text].length;
}

/** As it is kept: one kind of line end, nothing that PostgreSQL can't hold, no space around it. */
export function cleanNote(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().replaceAll(/\r\n?/g, "\n").trim();
}

/** Why a text can't be kept; null: it can. */
export function findTextFault(
  text: string,
  longest: number,
  what: "note" | "reason",
): string | null {
  const cleaned = cleanNote(text);
  if (cleaned === "") return null;
  const characters = countCharacters(cleaned);
  if (characters <= longest) return null;
  const { format } = new Intl.NumberFormat(currentLocale());
  return notesRoomTexts().tooLong[what](format(longest), format(characters));
}

/** What is said of a note without a text. */
export function emptyNoteFault(): string {
  return notesRoomTexts().nothingWritten;
}

/** Reads `0:42` or `1:02:09`, also as seconds alone; null: no moment, undefined: not to be read. */
export function parseMoment(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(trimmed);
  if (!match) return undefined;
  const [, hours, minutes, seconds = "", rest = ""] = match;
  if (minutes !== undefined && Number(seconds) > 59) return undefined;
  if (hours !== undefined && Number(minutes) > 59) return undefined;
  const whole = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds);
  const ms = whole * 1_000 + Number(rest.padEnd(3, "0"));
  return ms <= longestMomentMs ? ms : undefined;
}

/** A day. */
const longestMomentMs = 86_400_000;

/** What is said of a moment that can't be read. */
export function momentFault(): string {
  return notesRoomTexts().badMoment;
}

/** What the box for a moment shows: `0:42`, the inverse of reading it but for parts of a second. */
export function writeMoment(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const pad = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}`
    : `${minutes}:${pad(seconds % 60)}`;
}

type Mentionable = { userId: string; name: string; email: string };

/**
 * Whom a text speaks to: an @ at the beginning of a word with a name or an email behind it, the longest
 * that fits. A name of two people means both.
 */
export function findMentions(
  text: string,
  people: readonly Mentionable[],
): { userId: string; name: string }[] {
  const named = people
    .flatMap(({ userId, name, email }) => [
      { userId, name: name.trim() },
      { userId, name: email },
    ])
    .filter(({ name }) => name !== "")
    .map((one) => ({ ...one, folded: fold(one.name) }))
    .toSorted((one, other) => other.folded.length - one.folded.length);
  const found = new Map<string, { userId: string; name: string }>();
  for (const { index } of text.matchAll(mentionSign)) {
    const rest = text.slice(index + 1);
    const longest = named.find(({ name, folded }) => {
      const written = rest.slice(0, name.length);
      return fold(written) === folded && !wordSign.test(rest.slice(name.length));
    });
    if (!longest) continue;
    const name = rest.slice(0, longest.name.length);
    for (const { userId, folded } of named) {
      if (folded === longest.folded && !found.has(userId)) found.set(userId, { userId, name });
    }
  }
  return [...found.values()];
}

const mentionSign = /(?<![\p{L}\p{N}_.@])@/gu;
const wordSign = /^[\p{L}\p{N}_]/u;

function fold(text: string): string {
  return text.toLowerCase();
}

type NotePart = { text: string; isMention: boolean };

/** A text in parts, so that those whom it mentions stand out. */
export function splitMentions(text: string, mentions: readonly string[]): NotePart[] {
  const longestFirst = mentions.toSorted((one, other) => other.length - one.length);
  const parts: NotePart[] = [];
  let from = 0;
  for (const { index } of text.matchAll(mentionSign)) {
    if (index < from) continue;
    const name = longestFirst.find((one) => text.startsWith(one, index + 1));
    if (name === undefined) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isMention: false });
    from = index + 1 + name.length;
    parts.push({ text: text.slice(index, from), isMention: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false });
  return parts;
}

/** The beginning of a mention that is being written in front of the cursor; null: none is. */
export function findBegunMention(
  text: string,
  at: number,
): { from: number; sought: string } | null {
  const before = text.slice(Math.max(0, at - 60), at);
  const match = /(?<![\p{L}\p{N}_.@])@([^@\n]{0,50})$/u.exec(before);
  return match ? { from: at - match[0].length, sought: match[1] ?? "" } : null;
}

/** Told apart in both themes, also by people who don't see red, green or blue. */
export const tagColours = ["blue", "orange", "green", "purple", "red", "yellow", "grey"] as const;

export type TagColour = (typeof tagColours)[number];

export function isTagColour(text: string): text is TagColour {
  return tagColours.some((colour) => colour === text);
}

const longestTagName = 50;

/** As it is kept: what only looks like several spaces is one. */
export function cleanTagName(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

/** Why a tag can't have this name; null: it can. */
export function findTagNameFault(text: string): string | null {
  const name = cleanTagName(text);
  if (foldTagName(name) === "") return notesRoomTexts().noName;
  if (/\p{Cc}/u.test(name)) return notesRoomTexts().severalLines;
  // A sign may be made of several, as a family or a flag is.
  if (name.length > 20 * longestTagName || countSigns(name) > longestTagName) {
    return notesRoomTexts().nameTooLong(longestTagName);
  }
  return null;
}

function countSigns(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].length;
}

/** What two names that look alike have in common; '' where there is nothing to see. */
export function foldTagName(name: string): string {
  return cleanTagName(
    name
      .normalize("NFKC")
      .toLowerCase()
      .normalize("NFKC")
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ""),
  );
}

/** What an address calls a tag of this name, unless another one has that already. */
export function toTagKey(name: string): string {
  const words = foldTagName(name).replaceAll(/[\s!~\\,;/?#&=+%"'<>|:]+/gu, "-");
  const cut = [...words]
    .slice(0, longestTagName)
    .join("")
    .replaceAll(/^-+|-+$/g, "");
  return cut || "tag";
}

export const notesRoomTexts = texts("notesRoom", {
  nothingWritten: "Write something first.",
  tooLong: {
    note: (most: string, length: string) =>
      `A note can be up to ${most} characters long; this one has ${length}.`,
    reason: (most: string, length: string) =>
      `A reason can be up to ${most} characters long; this one has ${length}.`,
  },
  badMoment: "Enter a time such as 0:42, or leave it empty.",
  noReason: "Say why it is flagged.",
  noteRefused: {
    "not-found": "This call or note no longer exists.",
    "not-allowed": "Only the author can edit this note.",
    "no-room": "This call has reached its limit for notes. Delete one you don’t need.",
  },
  noName: "Enter a name.",
  severalLines: "Use a single line.",
  nameTooLong: (most: number) => `Use ${most} characters or fewer.`,
  tagRefused: {
    "not-found": "This tag or call no longer exists.",
    "name-taken": "A tag with this name already exists.",
    "no-room": "The limit is 300 tags, and 50 per call. Remove one first.",
  },
});
