import { describe, expect, test } from "vitest";
import { interpretDelivery } from "./interpret-delivery";

const json = { contentType: "application/json", contentEncoding: null };

describe("a body that isn't JSON is held back as a whole", () => {
  test.each<[string, Buffer | string]>([
    ["empty", ""],
    ["XML", "<recording id='1'/>"],
    ["a form", "id=rec-1&status=completed"],
    ["cut", '{"id": "rec'],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0xfd, 0x22])],
    ["100,000 levels deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["an empty list", "[]"],
  ])("%s", (_, body) => {
    const { readings, problems } = interpretDelivery(Buffer.from(body), json, "UTC");
    expect(readings).toEqual([]);
    expect(problems).toHaveLength(1);
  });
});
