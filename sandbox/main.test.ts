import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "./testing/start-receiver";

function start(...args: string[]) {
  const program = new URL("./main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args]);
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      output.text += chunk;
    });
  }
  return { child, output, exited: once(child, "close") };
}

test("faults end it with 2, refused deliveries with 1, a clean run with 0", async () => {
  const accepting = await startReceiver();
  const refusing = await startReceiver(() => 500);
  const batch = ["--port", "0", "--calls", "5", "--rate", "max", "--exit", "--quiet"];
  const faulty = start("--port", "x", "--calls", "y");
  const refused = start(...batch, "--webhook", refusing.url);
  const clean = start(...batch, "--webhook", accepting.url);
  expect(await faulty.exited).toEqual([2, null]);
  expect(faulty.output.text).toMatch(/--port.*--calls/);
  expect(await refused.exited).toEqual([1, null]);
  expect(await clean.exited).toEqual([0, null]);
  expect(accepting.accepted).toHaveLength(5);
});

test("SIGTERM ends it at once, in the midst of its work", async () => {
  const { child, output, exited } = start("--port", "0", "--rate", "50", "--quiet");
  await expect.poll(() => output.text, { timeout: 5000 }).toContain("http://127.0.0.1:");
  const startMs = Date.now();
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(Date.now() - startMs).toBeLessThan(1000);
});
