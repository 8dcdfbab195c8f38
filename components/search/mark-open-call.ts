import { findHits, findNumberHits, readTerms } from "@/lib/recordings/record/search-text";

const highlight = "search";
const openCall = "aside";
/** Words of the product itself. */
const furniture = "button, dt, nav, label, h3, [role=status]";

/**
 * Marks in the call beside the list what the list is searched for, whatever draws it: the browser
 * highlights ranges of text, and no element becomes another. Nothing where it can't.
 */
export function markOpenCall(q: string): () => void {
  const page = document.getElementById("content");
  if (!page || !("highlights" in CSS)) return () => undefined;
  const terms = readTerms(q);

  const mark = () => {
    const call = page.querySelector(openCall);
    const ranges = listRuns(call).flatMap((run) => {
      const text = run.map(({ data }) => data).join("");
      const hits = [...findHits(text, terms).values(), ...numberHits(text).values()].flat();
      return hits.map(({ from, to }) => toRange(run, from, to));
    });
    CSS.highlights.set(highlight, new Highlight(...ranges));
  };
  const numberHits = (text: string) =>
    /^\+?[\d\s().-]{5,}$/.test(text) ? findNumberHits(text, text, terms) : new Map();

  let frame = 0;
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      mark();
    });
  });
  observer.observe(page, { childList: true, characterData: true, subtree: true });
  mark();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(highlight);
  };
}

function toRange(run: Text[], from: number, to: number): Range {
  const range = new Range();
  let begin = 0;
  for (const text of run) {
    const end = begin + text.length;
    if (from >= begin && from < end) range.setStart(text, from - begin);
    if (to > begin && to <= end) range.setEnd(text, to - begin);
    begin = end;
  }
  return range;
}

/** Texts that are read as one: what may break at a `<wbr>` is one text in several nodes. */
function listRuns(call: Element | null): Text[][] {
  if (!call) return [];
  const walker = document.createTreeWalker(call, NodeFilter.SHOW_TEXT);
  const runs: Text[][] = [];
  let last: Text | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(furniture)) continue;
    const before = findBefore(node);
    const goesOn = before?.nodeName === "WBR" && last && findBefore(before) === last;
    if (goesOn) runs.at(-1)?.push(node);
    else runs.push([node]);
    last = node;
  }
  return runs;
}

/** What React leaves between texts of the server is nothing that is read. */
function findBefore(node: Node): Node | null {
  let before = node.previousSibling;
  while (before instanceof Comment) before = before.previousSibling;
  return before;
}
