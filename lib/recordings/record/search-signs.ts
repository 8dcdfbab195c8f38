/**
 * Signs that the index of words can't find, since it knows three letters that stand together: those of
 * Chinese, Japanese and Korean, punctuation and symbols. Texts are folded ones.
 */
const runs = /[\p{P}\p{S}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]+/gu;

/** What stands farther on in a text is not found: one call would outgrow the index of all others. */
const mostSigns = 10_000;

/** Of a call whose signs nobody has looked at yet; no sign is empty. */
export const unreadSign = "";

/** The signs of a text and their pairs, as they stand side by side; each once. */
export function toSigns(text: string): string[] {
  const signs = new Set<string>();
  for (const [run] of text.matchAll(runs)) {
    let former = "";
    for (const sign of run) {
      signs.add(sign);
      if (former !== "") signs.add(former + sign);
      former = sign;
    }
    if (signs.size >= mostSigns) break;
  }
  return [...signs].slice(0, mostSigns);
}

/** The fewest of these by which a text with this term is found; none: it has no signs. */
export function toWantedSigns(term: string): string[] {
  const wanted = new Set<string>();
  for (const [run] of term.matchAll(runs)) {
    const signs = [...run];
    if (signs.length === 1) wanted.add(run);
    for (let index = 1; index < signs.length; index++) {
      wanted.add(`${signs[index - 1]}${signs[index]}`);
    }
  }
  return [...wanted];
}
