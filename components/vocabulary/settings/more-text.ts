import { countFormat } from "@/components/format/numbers";

/** What a list leaves out: values that match but stand further down, and those that are not listed. */
export function moreText(hidden: number, unlisted: number | null): string {
  const count = (many: number) => countFormat.format(many);
  return [
    hidden > 0 ? `${count(hidden)} more. Search to narrow them down.` : null,
    unlisted === null ? "There are more values, which are listed once calls are counted." : null,
    unlisted
      ? `${count(unlisted)} more values, with fewer calls than these, are not listed.`
      : null,
  ]
    .filter(Boolean)
    .join(" ");
}
