import { beforeAll, expect, test } from "vitest";
import { newLog } from "./log";

beforeAll(() => {
  process.env.LOG_LEVEL = "info";
});

function capture({ isTerminal }: { isTerminal: boolean }) {
  let text = "";
  const log = newLog(
    {
      write: (line) => {
        text += line;
      },
    },
    { isTerminal },
  );
  return { log, text: () => text };
}

const hostile = 'a\r\n{"level":"info"}\u001b[2J\u009b31m\u202eb\u2028\u007f\u0000c';
// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested.
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/;

for (const isTerminal of [false, true]) {
  const where = isTerminal ? "on a terminal" : "in a file";
  test(`nothing that a stranger says moves the cursor or makes a line of its own, ${where}`, () => {
    const { log, text } = capture({ isTerminal });
    log.warn({ address: hostile, [hostile]: hostile, deep: { list: [hostile] } }, hostile);
    expect(text()).not.toMatch(obeyed);
    expect(text().match(/\n/g)).toHaveLength(1);
    if (isTerminal) return;
    expect(JSON.parse(text())).toMatchObject({ address: hostile, msg: hostile, level: "warn" });
  });
}

test("an event is one JSON line in a file, with its error in it", () => {
  const { log, text } = capture({ isTerminal: false });
  log.error({ err: new Error("out of paper\nand ink"), requestId: "r1" }, "a print failed");
  log.info("printing again");
  const [failed, again, ...rest] = text().trimEnd().split("\n");
  expect(rest).toEqual([]);
  expect(JSON.parse(failed ?? "")).toMatchObject({
    level: "error",
    msg: "a print failed",
    requestId: "r1",
    err: { type: "Error", message: "out of paper\nand ink", stack: expect.any(String) },
  });
  expect(JSON.parse(again ?? "")).toMatchObject({ level: "info", msg: "printing again" });
});

test("a person is a code that tells them from others, and not who they are", () => {
  const { log, text } = capture({ isTerminal: false });
  log.info({ by: "user-one", userId: "user-two" }, "a role was changed");
  log.info({ by: "user-two", count: 3 }, "a webhook URL was revealed");
  const [first, second] = text()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(text()).not.toContain("user-");
  expect(first.by).toMatch(/^[0-9a-f]{8}$/);
  expect(first.userId).not.toBe(first.by);
  expect(second).toMatchObject({ by: first.userId, count: 3 });
});

test("an event is a calm line on a terminal, with its error below", () => {
  const { log, text } = capture({ isTerminal: true });
  log.info({ by: "u1", kept: { days: 30 } }, "the retention was set");
  log.error({ err: new Error("out of paper") }, "a print failed");
  const [info, failed, reason, frame] = text().split("\n");
  expect(info).toMatch(
    /^\d\d:\d\d:\d\d {2}the retention was set {2}by=[0-9a-f]{8} {2}kept=\{"days":30\}$/,
  );
  expect(failed).toMatch(/^\d\d:\d\d:\d\d {2}Error: a print failed$/);
  expect(reason).toBe(`${" ".repeat(10)}Error: out of paper`);
  expect(frame).toMatch(/^ {14}at /);
});

test("what an error quotes is left out, and what it is stays", () => {
  const { log, text } = capture({ isTerminal: false });
  const quoted = Object.assign(
    new Error('invalid input syntax for type date: "Ada "the"\nOne Ada"'),
    {
      code: "22007",
      detail: "Key (email)=(ada@example.com)",
      where: "COPY Ada",
      meta: { value: "Ada" },
    },
  );
  log.error({ err: new Error("outer", { cause: quoted }) }, "a");
  try {
    JSON.parse("Ada Example was here");
  } catch (error) {
    log.error({ err: error }, "b");
  }
  log.error({ err: new AggregateError([quoted]) }, "c");
  expect(text()).not.toMatch(/ada/i);
  expect(text()).toContain("22007");
  expect(text()).toContain("invalid input syntax for type date");
});
