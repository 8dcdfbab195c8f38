import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

type Options = {
  /** A selector of the only part to judge. */
  part?: string;
  /** The only rules to judge by. */
  rules?: string[];
};

/** What axe finds wrong with the page once it has settled, with the places. */
export async function findBarriers(page: Page, { part, rules }: Options = {}) {
  await untilSettled(page);
  // Half a megabyte of source, which the page keeps until another one is loaded.
  const isThere = await page.evaluate(() => "axe" in window);
  // In the page itself, which has no frames: a page of its own for the result costs a third more.
  const axe = new AxeBuilder(isThere ? { page, axeSource: "void 0" } : { page })
    .setLegacyMode()
    // What is in order is not described. Axe leaves out how large targets are unless it is told.
    .options({ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } });
  if (part) axe.include(part);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    places: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}

/**
 * Until nothing is dimmed because something newer is on its way: colours between two states are
 * nobody's colours.
 */
async function untilSettled(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true], [data-pending]")).toHaveCount(0);
  await page.evaluate(async () => {
    // What is folded stands still, and so do its transitions.
    const isShown = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility();
    const running = document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition && isShown(one));
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}
