// Next has no public way to give a router to what is rendered without it, and this process is shared.
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ActiveFilters, type FilterChip } from "./chips";
import { ListNavigation } from "./navigation";

const field = { removeHref: "/recordings?none" } as const;
const chip = (value: string, rest: Partial<FilterChip> = {}): FilterChip => ({
  name: "Status",
  verb: "is",
  value,
  removeHref: `/recordings?without=${value}`,
  field,
  ...rest,
});

function read(chips: FilterChip[]) {
  const html = renderToStaticMarkup(
    // Nobody clicks, so that nothing is asked of the router.
    <AppRouterContext value={{} as AppRouterInstance}>
      <ListNavigation>
        <ActiveFilters chips={chips} clearHref="/recordings" />
      </ListNavigation>
    </AppRouterContext>,
  );
  const items = html.split("<li").slice(1, -1);
  return items.map((item) => ({
    says: item
      .replace(/^[^>]*>/, "")
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
    links: [...item.matchAll(/<a aria-label="([^"]*)"[^>]* href="([^"]*)"/g)].map(
      ([, label, href]) => [label, href].join(" → "),
    ),
  }));
}

describe("chips", () => {
  it("are one for each field, in which each value can be taken off", () => {
    expect(read([chip("failed"), chip("busy"), chip("late", { verb: "is not" })])).toEqual([
      {
        says: "Status is failed or busy",
        links: [
          "Remove Status is failed → /recordings?without=failed",
          "Remove Status is busy → /recordings?without=busy",
          "Remove all: Status is failed or busy → /recordings?none",
        ],
      },
      {
        says: "Status is not late",
        links: ["Remove Status is not late → /recordings?without=late"],
      },
    ]);
  });

  it("count the values that are too many to name", () => {
    const [many] = read(["a", "b", "c", "d", "e"].map((value) => chip(value)));
    expect(many?.says).toBe("Status is a or b or 3 more");
  });

  it("say a value without a verb behind a colon", () => {
    const [date] = read([chip("this month", { name: "Date", verb: ":", field: undefined })]);
    expect(date).toEqual({
      says: "Date: this month",
      links: ["Remove Date: this month → /recordings?without=this month"],
    });
  });
});
