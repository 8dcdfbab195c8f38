import { expect, type Locator, type Page } from "@playwright/test";

type Place = { x: number; y: number };

/** Drags what a grip holds to where another thing stands. */
export async function dragByMouse(page: Page, grip: Locator, onto: Locator): Promise<void> {
  const [first = start, ...rest] = await listPlaces(grip, onto);
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
  await settle(page);
}

/** The same by a finger, which stays on the screen. */
export async function dragByFinger(page: Page, grip: Locator, onto: Locator): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Place[]) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [first = start, ...rest] = await listPlaces(grip, onto);
  await send("touchStart", [first]);
  for (const place of rest) await send("touchMove", [place]);
  await send("touchEnd", []);
  await settle(page);
}

/** What was dropped glides into its place first, and until then nothing else can be taken up. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator("[data-dnd-dragging]")).toHaveCount(0);
}

const start: Place = { x: 0, y: 0 };

/** From the middle of one to that of the other and a little past it, where it comes to rest. */
async function listPlaces(grip: Locator, onto: Locator): Promise<Place[]> {
  const [from, to] = [await centreOf(grip), await centreOf(onto)];
  const past = to.y + Math.sign(to.y - from.y) * 4;
  const parts = Array.from({ length: 8 }, (_, index) => (index + 1) / 8);
  const way = parts.map((part) => ({ x: from.x, y: from.y + (past - from.y) * part }));
  return [from, ...way, { x: from.x, y: past }];
}

async function centreOf(locator: Locator): Promise<Place> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error("It has no place");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
