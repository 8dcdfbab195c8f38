/** Text that is markup already. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | Html[] | string | number | false | null;

/** Every value that is not itself `Html` is escaped. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const markups = parts.map((part, i) => toMarkup(part) + (literals[i + 1] ?? ""));
  return new Html((literals[0] ?? "") + markups.join(""));
}

function toMarkup(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(toMarkup).join("");
  if (part === false || part === null) return "";
  return String(part)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
