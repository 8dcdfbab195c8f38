import { findHits, findNumberHits, readTerms } from "@/lib/recordings/record/search-hits";

const highlight = "search";
const openCall = "[aria-label='Open call']";
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
    const ranges = listTexts(call).flatMap((text) => {
      const { data } = text;
      const hits = [...findHits(data, terms).values(), ...numberHits(data).values()].flat();
      return hits.map(({ from, to }) => toRange(text, from, to));
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

function toRange(text: Text, from: number, to: number): Range {
  const range = new Range();
  range.setStart(text, from);
  range.setEnd(text, to);
  return range;
}

function listTexts(call: Element | null): Text[] {
  if (!call) return [];
  const walker = document.createTreeWalker(call, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest(furniture)) texts.push(node);
  }
  return texts;
}
