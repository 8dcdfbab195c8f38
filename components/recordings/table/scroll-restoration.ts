import { currentLocale } from "@/lib/language/texts";
import type { RowViewModel } from "./row-view-model";

/** What a list showed and where, so that coming back finds it there. */
type ListPlace = {
  rows: RowViewModel[];
  after: string | null;
  /** The mark that is older than the rows. */
  since: string;
  scrollY: number;
};

const maxPlaces = 5;
const key = "earshot-place";
const places = new Map<string, ListPlace>();

/** The list's address without what is open beside it. */
export function listAddress(): string {
  const parameters = new URLSearchParams(window.location.search);
  parameters.delete("open");
  return `${window.location.pathname}?${parameters}`;
}

/** Keeps a place as long as the page lives; the latest few. */
export function keepPlace(address: string, viewerId: string, place: ListPlace): void {
  const name = `${viewerId} ${address}`;
  places.delete(name);
  places.set(name, place);
  const [oldest] = places.keys();
  if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest);
}

/** The place of a list that one comes back to; null for who comes anew. */
export function recallPlace(address: string, viewerId: string): ListPlace | null {
  const isBack = takeReturn();
  const kept = isBack ? (places.get(`${viewerId} ${address}`) ?? unpack(address, viewerId)) : null;
  forgetStored();
  return kept;
}

/** Keeps a place over a reload, in this tab and for this person. */
export function storePlace(viewerId: string, tail: number): void {
  const address = listAddress();
  const place = places.get(`${viewerId} ${address}`);
  if (!place) return;
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ version: 1, locale: currentLocale(), viewerId, address, ...place }),
    );
    // Read before anything is drawn, so it is short.
    sessionStorage.setItem(`${key}-tail`, JSON.stringify([address, tail, place.scrollY]));
  } catch {
    // Storage can be full or forbidden; the list then begins at its top.
    forgetStored();
  }
}

/** The next list that is shown is one that one comes back to, even if by a link. */
export function returnToPlace(): void {
  returning = "by link";
}

/** For who signs out. */
export function forgetPlaces(): void {
  places.clear();
  forgetStored();
}

function forgetStored(): void {
  try {
    sessionStorage.removeItem(key);
    sessionStorage.removeItem(`${key}-tail`);
  } catch {
    // Where storage is forbidden there is nothing.
  }
}

function unpack(address: string, viewerId: string): ListPlace | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    const isOurs = kept?.version === 1 && kept.viewerId === viewerId && kept.address === address;
    // Rows are kept in words.
    return isOurs && kept.locale === currentLocale() ? kept : null;
  } catch {
    return null;
  }
}

let returning: "by step" | "by link" | null = null;
let hasArrived = false;

function takeReturn(): boolean {
  const isLoad = !hasArrived;
  hasArrived = true;
  const was = returning !== null || (isLoad && wasLoadedAgain());
  returning = null;
  return was;
}

function wasLoadedAgain(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  const type = navigation && "type" in navigation ? navigation.type : null;
  return type === "reload" || type === "back_forward";
}

/** Hears whether one goes back or elsewhere, from the first list on. */
export function watchSteps(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener("popstate", () => {
    returning = "by step";
  });
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener("navigate", (event) => {
    const isPush = "navigationType" in event && event.navigationType === "push";
    if (isPush && returning === "by step") returning = null;
  });
}

let isWatching = false;

export const tailId = "list-tail";

/** Gives back the room that was kept for rows, once they are there. */
export function clearTail(): void {
  const tail = document.getElementById(tailId);
  if (tail) tail.style.height = "";
}
