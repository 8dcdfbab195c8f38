import { availableParallelism, loadavg } from "node:os";
import { audioNames, runAudio } from "./audio/run-audio";
import { parseCommandLine, toArguments, usage } from "./command-line";
import { compareCheckouts } from "./compare";
import { gatewayNames, runGateway } from "./gateway/run-gateway";
import { runIntake, scenarios } from "./intake/run-intake";
import { say } from "./report/say";
import { browseScenarios, runBrowse } from "./run-browse";
import { Scratch } from "./scratch/scratch";

const benches = {
  intake: { names: scenarios.map(({ name }) => name), run: runIntake },
  gateway: { names: gatewayNames, run: runGateway },
  browse: { names: browseScenarios.map(({ name }) => name), run: runBrowse },
  audio: { names: audioNames, run: runAudio },
};
const wish = parseCommandLine(process.argv.slice(2), {
  intake: benches.intake.names,
  gateway: benches.gateway.names,
  browse: benches.browse.names,
  audio: benches.audio.names,
});
if (Array.isArray(wish)) refuse(`${wish.join("\n")}\n\n${usage}`);

const [load = 0] = loadavg();
if (load > availableParallelism() / 2) {
  say(`The machine is busy (load ${load.toFixed(1)}): speeds and latencies will look worse`);
}

const exitCodeWhenStopped = 130;
const scratch = await Scratch.make();
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => stop("Stopping", exitCodeWhenStopped));
}
process.on("uncaughtException", (error) => stop(error.stack ?? error.message, 1));

if (wish.against) {
  const figures = await compareCheckouts({
    ...wish,
    args: toArguments(wish),
    folder: wish.source || scratch.path("source"),
    stop: stopping.signal,
  });
  await scratch.dispose();
  process.stdout.write(
    `${JSON.stringify({ bench: wish.bench, against: wish.against, figures })}\n`,
  );
  process.exit(0);
}
const figures = await benches[wish.bench].run(wish, scratch, stopping.signal);
await scratch.dispose();
const report = {
  bench: wish.bench,
  node: process.version,
  cores: availableParallelism(),
  figures,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(figures.every(({ holds }) => holds !== false) ? 0 : 1);

/** Ends what the scenario started, under its feet. A second request changes nothing. */
async function stop(reason: string, exitCode: number): Promise<void> {
  if (stopping.signal.aborted) return;
  say(reason);
  stopping.abort();
  await scratch.dispose();
  process.exit(exitCode);
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
