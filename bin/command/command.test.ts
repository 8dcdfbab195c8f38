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
}, 30_000);
