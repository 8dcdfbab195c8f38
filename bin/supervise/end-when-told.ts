/**
 * Lets a supervised program end once: by a signal, by its supervisor's word, or by its death, also one
 * from before this program was ready, which is said to it here.
 */
export function endWhenTold(stop: () => Promise<void>): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
  process.once("disconnect", end);
  process.on("message", (message) => {
    if (message === "stop" || message === "retire") end();
  });
  const isSupervised = process.send !== undefined;
  process.send?.({ ready: true });
  if (isSupervised && !process.connected) end();
}
