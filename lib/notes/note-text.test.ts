import { describe, expect, test } from "vitest";
import {
  findBegunMention,
  findMentions,
  findTextFault,
  longestNote,
  parseMoment,
  splitMentions,
  writeMoment,
} from "./note-text";

describe("a moment", () => {
  test.each([
    ["0:42", 42_000],
    ["42", 42_000],
    ["1:02:09", 3_729_000],
    ["90:00", 5_400_000],
    ["0:42.5", 42_500],
    [" 1:00 ", 60_000],
    ["", null],
  ])("%j is read", (text, ms) => expect(parseMoment(text)).toBe(ms));

  test.each(["0:60", "1:60:00", "soon", "-1", "1:2:3:4", "25:00:00", "0:4２"])(
    "%j is not read",
    (text) => expect(parseMoment(text)).toBeUndefined(),
  );

  test("is read as it was written", () => {
    for (const ms of [0, 1_000, 59_000, 60_000, 3_599_000, 3_600_000, 86_399_000]) {
      expect(parseMoment(writeMoment(ms))).toBe(ms);
    }
  });
});

describe("whom a text mentions", () => {
  const ada = { userId: "1", name: "Ada", email: "ada@example.com" };
  const lovelace = { userId: "2", name: "Ada Lovelace", email: "lovelace@example.com" };
  const twin = { userId: "3", name: "Ada", email: "twin@example.com" };
  const idsIn = (text: string, people = [ada, lovelace]) =>
    findMentions(text, people).map(({ userId }) => userId);

  test("is the longest name that fits, in any case, at the beginning of a word", () => {
    expect(idsIn("@Ada please look")).toEqual(["1"]);
    expect(idsIn("see @ada lovelace, too")).toEqual(["2"]);
    expect(idsIn("@Ada, @Ada Lovelace")).toEqual(["1", "2"]);
    expect(idsIn("(@Ada)")).toEqual(["1"]);
    expect(idsIn("@Adam and mail@Ada and @@Ada")).toEqual([]);
    expect(idsIn("@lovelace@example.com")).toEqual(["2"]);
  });

  test("is everybody who is called so, unless the email says who", () => {
    expect(idsIn("@Ada", [ada, twin])).toEqual(["1", "3"]);
    expect(idsIn("@twin@example.com", [ada, twin])).toEqual(["3"]);
  });

  test("stands out in the text, which stays whole", () => {
    const text = "Hi @Ada Lovelace, ask @Ada. mail@Ada";
    const parts = splitMentions(text, ["Ada", "Ada Lovelace"]);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(parts.flatMap((part) => (part.isMention ? part.text : []))).toEqual([
      "@Ada Lovelace",
      "@Ada",
    ]);
  });

  test("is begun in front of the cursor", () => {
    expect(findBegunMention("Hi @Ada L", 9)).toEqual({ from: 3, sought: "Ada L" });
    expect(findBegunMention("Hi @", 4)).toEqual({ from: 3, sought: "" });
    expect(findBegunMention("mail@ad", 7)).toBeNull();
    expect(findBegunMention("@ad\n", 4)).toBeNull();
  });
});

test("a text that is too long is told by what people count", () => {
  expect(findTextFault("🔥".repeat(longestNote), longestNote, "note")).toBeNull();
  expect(findTextFault("x".repeat(102_400), longestNote, "note")).toBe(
    "A note can be up to 10,000 characters long; this one has 102,400.",
  );
  expect(findTextFault(`${" ".repeat(20_000)}x`, longestNote, "note")).toBeNull();
});
