/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { keepRequestLocale } = await import("@/lib/language/request-locale");
  const { addDictionary } = await import("./lib/language/texts");
  const { german } = await import("./app/german");
  const { learnStatementTimeout } = await import("./lib/platform/database/statement-timeout");
  await learnStatementTimeout();
  keepRequestLocale();
  addDictionary("de", german);
  const { startIntake } = await import("./lib/intake/start-intake");
  const { startRehearsing } = await import("./lib/rehearsal/start-rehearsing");
  const { startWorker } = await import("@/lib/intake/start-worker");
  const { changeWatch } = await import("@/lib/recordings/live/changes");
  const { startSoundsInside } = await import("@/lib/audio/custody/start-custody");
  const { startTidyingNotes } = await import("./lib/notes/start-tidying");
  const { serveWhileSignedIn } = await import("./lib/access/gate/serve");
  const { serveAudio } = await import("./lib/audio/serve-audio");
  const { startTranscribing } = await import("./lib/transcripts/start-transcribing");
  const { env } = await import("./lib/platform/settings/env");
  const isInside = env().WORKER === "inside";
  const worker = isInside
    ? [startWorker(), startSoundsInside(), startTidyingNotes(), startTranscribing()]
    : [];
  const serve = { audio: serveWhileSignedIn("file", serveAudio) };
  await startIntake(serve, [startRehearsing(), changeWatch(), ...worker]);
}
