import { expect, type Route } from "@playwright/test";
import { section } from "../support/page/read-facts";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { test } from "../support/test";

test("a note whose answer is lost is sent again and stands once", async ({ page, earshot }) => {
  const event = makeEvent();
  await deliver({ ...earshot, request: page.request }, event);
  const path = `/recordings/${event.data.id}`;
  await page.goto(path);
  const notes = section(page, "Notes");
  const noteBox = notes.getByRole("textbox", { name: "Note", exact: true });
  const noteSaying = (text: string) => notes.getByRole("article").filter({ hasText: text });
  let lost = 0;
  // It arrives and is kept; what the server says to it doesn't come back.
  const loseAnswer = async (route: Route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  };
  await page.route(`**${path}`, loseAnswer);
  await noteBox.fill("Said once");
  await notes.getByRole("button", { name: "Add note" }).click();
  await expect(noteBox).toHaveAccessibleDescription(/isn’t responding/);
  await expect(noteSaying("Said once")).toBeVisible();
  await page.reload();
  await expect(noteBox).toHaveValue("Said once");
  await notes.getByRole("button", { name: "Add note" }).click();
  await expect(noteBox).toHaveValue("");

  const said = noteSaying("Said once");
  await said.getByRole("button", { name: "Reply" }).click();
  const reply = notes.getByRole("form", { name: "Reply" });
  await reply.getByRole("textbox", { name: "Reply" }).fill("Answered once");
  lost = 0;
  for (let time = 1; time <= 2; time++) {
    await reply.getByRole("button", { name: "Reply" }).click();
    if (time === 1) await expect(reply.getByRole("alert")).toContainText("isn’t responding");
  }
  await expect(reply).toBeHidden();
  await page.unroute(`**${path}`, loseAnswer);
  await page.reload();
  for (const text of ["Said once", "Answered once"]) {
    await expect(noteSaying(text)).toHaveCount(1);
  }
});
