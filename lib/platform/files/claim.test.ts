import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClaimedError, type ClaimOptions, claim } from "./claim";

// Each starts processes of its own, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

/** Shorter than the product's own, in the same proportion. */
const quick = { beatMs: 200, deadAfterMs: 1_500 };

let folder: string;
let path: string;
let started: ReturnType<typeof startHolder>[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-claim-"));
  path = join(folder, "in-use");
  started = [];
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(started.map(({ kill }) => kill()));
  await rm(folder, { recursive: true });
});

test("a living holder is named, and its death by kill -9 is known at once", async () => {
  const holder = hold({});
  expect(await holder.line()).toBe("taken");
  expect(await refusal()).toMatchObject({ holder: { pid: holder.pid } });

  await holder.kill();
  const beganMs = performance.now();
  await (await claim(path)).release();
  expect(performance.now() - beganMs).toBeLessThan(1_000);
});

test("from other pid and ipc namespaces, as from another container, a living holder is seen", async () => {
  const holder = hold({});
  expect(await holder.line()).toBe("taken");
  const other = hold({ prefix: otherNamespaces() });
  expect(await other.line()).toBe(`refused by ${holder.pid}`);
});

test("a holder that is suspended keeps its claim where its lock is seen", async () => {
  const holder = hold(quick);
  expect(await holder.line()).toBe("taken");
  holder.signal("SIGSTOP");
  await sleep(quick.deadAfterMs * 1.5);
  expect(await refusal()).toMatchObject({ holder: { pid: holder.pid } });
  holder.signal("SIGCONT");
  await sleep(quick.beatMs * 3);
  expect(holder.lines).toEqual(["taken"]);
});

test("where there are no locks, the beat of a living holder is seen, and its silence waited out", async () => {
  const env = { PATH: folder };
  const holder = hold({ ...quick, env });
  expect(await holder.line()).toBe("taken");
  vi.stubEnv("PATH", folder);
  expect(await refusal(quick)).toMatchObject({ holder: { pid: holder.pid } });

  await holder.kill();
  const beganMs = performance.now();
  const silent = vi.fn();
  const { release } = await claim(path, { ...quick, onSilent: silent });
  expect(performance.now() - beganMs).toBeGreaterThan(quick.deadAfterMs);
  expect(silent.mock.calls).toEqual([
    [expect.objectContaining({ pid: holder.pid }), quick.deadAfterMs],
  ]);
  await release();
});

test("a holder that was suspended for too long without a lock finds that it has lost its claim", async () => {
  const env = { PATH: folder };
  const holder = hold({ ...quick, env });
  expect(await holder.line()).toBe("taken");
  holder.signal("SIGSTOP");
  const successor = hold({ ...quick, env });
  expect(await successor.line()).toBe(`silent ${holder.pid}`);
  expect(await successor.line()).toBe("taken");
  holder.signal("SIGCONT");
  expect(await holder.line()).toBe(`lost to ${successor.pid}`);
  await sleep(quick.beatMs * 3);
  expect(successor.lines).toEqual([`silent ${holder.pid}`, "taken"]);
});

test("of two that find the same silent holder at the same time without locks, one gets the claim", async () => {
  await writeFile(path, ofAnotherHost);
  const env = { PATH: folder };
  const both = [hold({ ...quick, env }), hold({ ...quick, env })];
  const results = await Promise.all(both.map(async ({ line }) => [await line(), await line()]));
  expect(results.map(([, last]) => last).sort()).toEqual([
    expect.stringMatching(/^refused by \d+$/),
    "taken",
  ]);
});

const ofAnotherHost = JSON.stringify({
  id: "of another",
  host: "other.example",
  pid: 1,
  since: "2026-03-01T10:00:00.000Z",
  lockScope: "another kernel 1:2",
});

test("the beat of another host is believed, whose lock is not seen and whose clock is wrong", async () => {
  await writeFile(path, ofAnotherHost);
  let beats = 0;
  const beating = setInterval(() => utimes(path, 0, ++beats), quick.beatMs);
  expect(await refusal(quick)).toMatchObject({ holder: { host: "other.example" } });
  clearInterval(beating);
});

test("one that waits gets the claim as soon as it is given back", async () => {
  const first = await claim(path, quick);
  const held = vi.fn();
  const waiting = claim(path, { ...quick, onHeld: held });
  await vi.waitFor(() => expect(held).toHaveBeenCalledOnce());
  await sleep(quick.deadAfterMs * 1.2);
  await first.release();
  await (await waiting).release();
  expect(held.mock.calls).toEqual([[expect.objectContaining({ pid: process.pid })]]);
});

test("one that waits can be told to stop, and holds nothing then", async () => {
  const first = await claim(path, quick);
  const stop = new AbortController();
  const waiting = claim(path, { ...quick, onHeld: () => stop.abort(), signal: stop.signal });
  await expect(waiting).rejects.toThrow("aborted");
  await first.release();
  await (await claim(path, quick)).release();
});

test("a holder whose file is removed is told so", async () => {
  const lost = vi.fn();
  const { confirm, release } = await claim(path, { ...quick, onLost: lost });
  await confirm();
  await rm(path);
  await vi.waitFor(() => expect(lost).toHaveBeenCalledExactlyOnceWith(null));
  await expect(confirm()).rejects.toThrow(ClaimedError);
  await release();
});

test.each([
  { left: "", what: "an empty file" },
  { left: "999999999 1\n", what: "a file of an earlier version" },
  { left: "x".repeat(2_000), what: "a long file of something else" },
])("$what claims nothing for long", async ({ left }) => {
  await writeFile(path, left);
  const { confirm, release } = await claim(path, quick);
  await confirm();
  expect((await stat(path)).size).toBe(512);
  await release();
});

test("a release leaves the claim of a successor alone", async () => {
  const first = await claim(path, quick);
  await writeFile(path, ofAnotherHost);
  await first.release();
  expect(await readFile(path, "utf8")).toBe(ofAnotherHost);
});

async function refusal(options: ClaimOptions = {}): Promise<unknown> {
  const error = await claim(path, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ClaimedError);
  return error;
}

type HolderOptions = Pick<ClaimOptions, "beatMs" | "deadAfterMs"> & {
  env?: Record<string, string>;
  prefix?: string[];
};

function hold(options: HolderOptions) {
  const holder = startHolder(options);
  started.push(holder);
  return holder;
}

/** A process of its own that claims the file and says what happens to it. */
function startHolder({ env = {}, prefix = [], ...options }: HolderOptions) {
  const script = `
    import { claim } from ${JSON.stringify(fileURLToPath(new URL("./claim.ts", import.meta.url)))};
    const say = (line) => process.stdout.write(line + "\\n");
    await claim(${JSON.stringify(path)}, {
      ...${JSON.stringify(options)},
      onSilent: (holder) => say("silent " + holder.pid),
      onLost: (holder) => say("lost to " + holder.pid),
    }).then(
      () => say("taken"),
      (error) => say("refused by " + error.holder?.pid),
    );
    setInterval(() => undefined, 1_000);
  `;
  const [command = "", ...parameters] = [
    ...prefix,
    process.execPath,
    "--import",
    "tsx",
    "--input-type=module",
    "--eval",
    script,
  ];
  const child = spawn(command, parameters, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const arriving = createInterface({ input: child.stdout });
  let read = 0;
  arriving.on("line", (line) => lines.push(line));
  const ended = once(child, "exit");
  return {
    pid: child.pid,
    /** Everything that it has said. */
    lines,
    /** What it says next. */
    line: async (): Promise<string | undefined> => {
      const next = read++;
      await vi.waitFor(() => expect(lines.length).toBeGreaterThan(next), { timeout: 20_000 });
      return lines[next];
    },
    signal: (name: NodeJS.Signals) => child.kill(name),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Who is not root becomes it in a namespace, too; --kill-child ends what runs in there. */
function otherNamespaces(): string[] {
  const rights = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  return ["unshare", ...rights, "--pid", "--ipc", "--fork", "--mount-proc", "--kill-child"];
}
