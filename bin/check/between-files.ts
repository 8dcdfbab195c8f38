import { beforeAll, vi } from "vitest";

const environment = { ...process.env };

/**
 * Files share a process, each as if it were the first: `processWide` has what there is one of. What the
 * first `beforeAll` gives back is called last, behind everything that a file does at its end.
 */
beforeAll(() => async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if ("earshotDatabase" in globalThis) {
    const { closeDatabase } = await import("@/lib/platform/database/db");
    await closeDatabase();
  }
  for (const name of Object.keys(globalThis)) {
    if (/^earshot[A-Z]/.test(name)) Reflect.deleteProperty(globalThis, name);
  }
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  }
  Object.assign(process.env, environment);
});
