import { notesRoomTexts } from "./texts.en";

/** Told apart in both themes, also by people who don't see red, green or blue. */
export const tagColours = ["blue", "orange", "green", "purple", "red", "yellow", "grey"] as const;

export type TagColour = (typeof tagColours)[number];

export function isTagColour(text: string): text is TagColour {
  return tagColours.some((colour) => colour === text);
}

export const longestTagName = 50;

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
