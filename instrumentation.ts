/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startIntake } = await import("./lib/intake/start-intake");
  const { startRehearsing } = await import("./lib/rehearsal/start-rehearsing");
  const { startTotalling } = await import("./lib/recordings/totals/run-totals");
  const { changeWatch } = await import("./lib/recordings/live/watch-changes");
  await startIntake([startRehearsing(), startTotalling(), changeWatch()]);
}
