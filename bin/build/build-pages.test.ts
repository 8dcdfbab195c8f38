import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reportSteps } from "./build-pages";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("names each step of a build once, and says every ten seconds that a long one goes on", () => {
  const said: string[] = [];
  const progress = reportSteps((line) => said.push(line));
  progress.read("  Creating an optimized production build ...");
  vi.advanceTimersByTime(25_000);
  progress.read("✓ Compiled successfully in 33.3s");
  progress.read("  Collecting page data using 1 worker ...");
  progress.read("  Generating static pages using 1 worker (0/31) ...");
  progress.read("  Generating static pages using 1 worker (31/31) ");
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([
    "Building: compiling (step 1 of 3)",
    "Building: compiling (step 1 of 3), for 10 s now",
    "Building: compiling (step 1 of 3), for 20 s now",
    "Building: collecting page data (step 2 of 3)",
    "Building: generating static pages (step 3 of 3)",
  ]);
});
