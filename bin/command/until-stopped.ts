/** What asks a program to end: Ctrl-C, a service manager, a closed terminal, the end of npm. */
export type StopRequest = { signal: AbortSignal; arrived: Promise<void> };

/** A Ctrl-C reaches us from the terminal and again through npm, so only a later one forces. */
const sameRequestMs = 1_000;
const exitCodeWhenForced = 130;

export function listenForStop(onFirst: () => void, onForced: () => void): StopRequest {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const ask = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      onFirst();
      controller.abort();
    } else if (performance.now() - firstAt > sameRequestMs) {
      onForced();
      process.exit(exitCodeWhenForced);
    }
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, ask);
  watchNpm(ask);
  const arrived = new Promise<void>((resolve) =>
    controller.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  return { signal: controller.signal, arrived };
}

/** npm passes signals on, but SIGKILL ends it silently, and nobody could stop us by it any more. */
function watchNpm(ask: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ask();
  }, 500);
  timer.unref();
}
