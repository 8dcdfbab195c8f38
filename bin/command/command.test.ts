import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const watch = fileURLToPath(new URL("command.ts", import.meta.url));

/** How a process ends that does this under watch. */
async function endOf(work: string) {
  const program = `
    const { endAtStandstill } = await import(${JSON.stringify(watch)});
    endAtStandstill(1000);
    ${work}`;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--conditions=react-server", "--input-type=module", "-e", program],
    {
      stdio: "inherit",
    },
  );
  const [code, signal] = await once(child, "close");
  return { code, signal };
}

test("one that stands still is ended, one that only works hard ends by itself", async () => {
  expect(await endOf("for (;;);")).toEqual({ code: null, signal: "SIGKILL" });
  const hard = `for (let turn = 0; turn < 20; turn += 1) {
    for (const untilMs = performance.now() + 100; performance.now() < untilMs; );
    await new Promise((resolve) => setTimeout(resolve, 5));
  }`;
  expect(await endOf(hard)).toEqual({ code: 0, signal: null });
});

/** What a program prints that says this, where nobody sits at a terminal. */
async function printed(work: string): Promise<{ out: string; err: string }> {
  const program = `
    const { complain, runCommand, say } = await import(${JSON.stringify(watch)});
    ${work}`;
  const parameters = ["--import", "tsx", "--conditions=react-server", "--input-type=module", "-e"];
  const child = spawn(process.execPath, [...parameters, program]);
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  await once(child, "close");
  return { out, err };
}

test("what goes to no terminal is one JSON line an event, but for the answer to a command", async () => {
  const said = 'say("It runs\\n\\u001b[2J"); complain(new Error("out of paper"), "error");';
  const { out, err } = await printed(said);
  expect(out).not.toContain("\u001b");
  expect(out.split("\n")).toHaveLength(2);
  expect(JSON.parse(out)).toMatchObject({ level: "info", msg: "It runs\n\u001b[2J" });
  expect(err).toMatch(/^[^\n]+\n$/);
  const told = { level: "error", msg: expect.stringMatching(/^Error: out of paper\n +at /) };
  expect(JSON.parse(err)).toMatchObject(told);
  const answer = await printed(`await runCommand("x", "NAME", async () => { ${said} }, ["y"]);`);
  expect(answer.out).toMatch(/^ +\d+\.\d s {2}It runs\n\\u001b\[2J\n$/);
  expect(answer.err).toMatch(/^\nError: out of paper\n {4}at /);
});
