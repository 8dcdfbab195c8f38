import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { chromium, expect, test } from "@playwright/test";
import { findChromium } from "@/bin/check/chromium";
import { inProject } from "@/bin/command/project";
import { bareEnvironment, findFreePort } from "@/lib/platform/process/processes";

const scripts = {
  Latin: "é",
  Hebrew: "ש",
  Arabic: "ش",
  Japanese: "話",
  "simplified Chinese": "话",
  emoji: "🎧",
};

for (const [script, letter] of Object.entries(scripts)) {
  test(`${script} is drawn as letters, not as empty boxes`, async ({ page }) => {
    // Of no script, so that no font has it.
    const noLetter = "\u{10fffe}";
    const [drawn, box] = await page.evaluate(draw, [letter, noLetter]);
    expect(drawn === box).toBe(false);
  });
}

/** What each text looks like. */
function draw(texts: string[]): string[] {
  return texts.map((text) => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser cannot draw");
    context.font = "40px sans-serif";
    context.fillText(text, 10, 60);
    return canvas.toDataURL();
  });
}

test("a tool reaches the browser through a port of its own", async () => {
  const port = await findFreePort();
  const { args = [], ...options } = await findChromium();
  const browser = await chromium.launch({
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
    timeout: 30_000,
  });
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
  expect(await answer.json()).toMatchObject({ Browser: expect.stringContaining("Chrome") });
  await browser.close();
});

test("a run tells of a crashed browser once, and fails for more than three second tries", async () => {
  const folder = test.info().outputPath("trouble");
  const config = inProject("e2e/support/trouble/playwright.config.ts");
  const run = spawn(
    process.execPath,
    [inProject("node_modules/@playwright/test/cli.js"), "test", "--config", config],
    { env: bareEnvironment({ TROUBLE_FOLDER: folder }), stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise((resolve) => run.once("exit", resolve));
  const output = await text(run.stdout);
  expect(await ended).toBe(1);
  expect(output.match(/The browser crashed once: .*ended by signal \d+/g)).toHaveLength(1);
  expect(output.match(/^Passed the second time: /gm)).toHaveLength(4);
  expect(output).toContain("Passed the second time: journeys.ts > a third passes the second time");
  expect(output).toContain("More than 3 second tries fail the run.");
});
