import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { getPriority, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { letHear } from "../command/command";
import { type Supervised, superviseProgram } from "./supervise-program";

let folder: string;
let supervised: Supervised | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-supervised-"));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(async () => {
  await supervised?.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Notes its process and each step, says when it leaves, and takes its time to retire. */
const program = (notes: string) => `
  import { appendFileSync } from "node:fs";
  const note = (step) => appendFileSync(${JSON.stringify(notes)}, process.pid + " " + step + "\\n");
  process.on("SIGTERM", () => process.send({ leaving: true }));
  process.on("message", (message) => {
    if (message === "stop") process.exit(0);
    if (message === "retire") {
      note("retires");
      setTimeout(() => { note("ends"); process.exit(0); }, 1500);
    }
  });
  note("ready");
  process.send({ ready: true });
`;

test("one that is asked to end alone stays until another one is ready", async () => {
  const [script, notes] = [join(folder, "program.mjs"), join(folder, "notes")];
  await writeFile(script, program(notes));
  const readNotes = async () => (await readFile(notes, "utf8")).trim().split("\n");
  supervised = superviseProgram(
    { name: "program", parameters: () => [script] },
    new AbortController().signal,
  );
  await supervised.ready;
  const [first = ""] = (await readNotes()).map((line) => line.split(" ")[0]);
  process.kill(Number(first), "SIGTERM");
  await vi.waitFor(async () => expect(await readNotes()).toHaveLength(4), { timeout: 20_000 });
  const steps = (await readNotes()).map((line) => line.replace(first, "first"));
  expect(steps).toEqual([
    "first ready",
    expect.stringMatching(/^\d+ ready$/),
    "first retires",
    "first ends",
  ]);
  // Its end is expected, so nobody is started for it once more.
  await sleep(500);
  expect(await readNotes()).toHaveLength(4);
});

const niceScript = `
  import { getPriority } from "node:os";
  import { writeFileSync } from "node:fs";
  const report = (file) => {
    writeFileSync(file, String(getPriority()));
    process.send({ ready: true });
  };
  // The supervisor sets it just after the start.
  setTimeout(report, 300, process.argv[2]);
`;

test.each([-3, 4])("shares the processors by %i, where it may", async (niceness) => {
  const [script, told] = [join(folder, "nice.mjs"), join(folder, "told")];
  await writeFile(script, niceScript);
  supervised = superviseProgram(
    { name: "program", niceness, parameters: () => [script, told] },
    new AbortController().signal,
  );
  await supervised.ready;
  expect(Number(await readFile(told, "utf8"))).toBe(
    mayComeFirst() || niceness > 0 ? niceness : getPriority(),
  );
});

/** As root in most places, but not everywhere. */
function mayComeFirst(): boolean {
  const before = getPriority();
  try {
    setPriority(before - 1);
    setPriority(before);
    return true;
  } catch {
    return false;
  }
}

/** Fails the first two times. */
const stumbling = (notes: string) => `
  import { appendFileSync, readFileSync } from "node:fs";
  appendFileSync(${JSON.stringify(notes)}, "starts\\n");
  if (readFileSync(${JSON.stringify(notes)}, "utf8").split("\\n").length < 4) process.exit(7);
  process.on("message", () => process.exit(0));
  process.send({ ready: true });
`;

test("a patient one is started until it is ready, any other fails with its first end", async () => {
  const script = join(folder, "program.mjs");
  await writeFile(script, stumbling(join(folder, "notes")));
  const never = new AbortController().signal;
  const parameters = () => [script];
  const impatient = superviseProgram({ name: "program", parameters }, never);
  await expect(impatient.ready).rejects.toThrow("ended before it was ready (code 7)");
  await impatient.stop();
  const steps: string[] = [];
  letHear((step) => steps.push(step));
  supervised = superviseProgram({ name: "program", parameters, keepsTrying: true }, never);
  await supervised.ready;
  letHear(() => undefined);
  expect(steps).toEqual(["The program ended before it was ready; restarting it"]);
});
