import { expect, test } from "vitest";
import { helpText } from "./help-text";
import { optionList } from "./option-list";
import { parseArguments } from "./parse-arguments";

test("every option is read", () => {
  const args =
    "--port 0 --webhook http://a.example --webhook=http://b.example --calls 5 --rate max --backlog 2 --days 3 --seed 9 --misbehave --all-formats --retry --exit --api-key k --transcriber-key t --token-seconds 1.5 --expires-offset -03:30 --quiet";
  expect(parseArguments(args.split(" "))).toEqual({
    kind: "run",
    settings: {
      port: 0,
      webhookUrls: ["http://a.example", "http://b.example"],
      callCount: 5,
      ratePerSecond: Number.POSITIVE_INFINITY,
      backlogCount: 2,
      days: 3,
      seed: 9,
      misbehave: true,
      allFormats: true,
      retry: true,
      exit: true,
      apiKey: "k",
      transcriberKey: "t",
      tokenSeconds: 1.5,
      expiresOffsetMinutes: -210,
      quiet: true,
    },
  });
});

test("without options calls are placed without end, under a seed that differs each time", () => {
  const [first, second] = [parseArguments([]), parseArguments([])];
  if (first.kind !== "run" || second.kind !== "run") throw new Error("Not to be run");
  expect(first.settings).toMatchObject({
    port: 4010,
    callCount: Number.POSITIVE_INFINITY,
    ratePerSecond: 0.5,
    misbehave: false,
  });
  expect(first.settings.seed).not.toBe(second.settings.seed);
});

test("all faults are named at once", () => {
  const args = "--port 70000 --calls -1 --rate fast --webhook ftp://x --what --seed --exit word";
  const command = parseArguments(args.split(" "));
  const text = command.kind === "faults" ? command.faults.join("\n") : "";
  for (const part of ["--port", "--calls", "--rate", "ftp://x", "--what", "--seed", "word"]) {
    expect(text).toContain(part);
  }
});

test("the help names every option", () => {
  expect(parseArguments(["--help"])).toEqual({ kind: "help" });
  for (const { name } of optionList) expect(helpText()).toContain(`--${name}`);
});
