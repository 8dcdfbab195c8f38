import { helpText } from "./command-line/help-text";
import { parseArguments, type SandboxSettings } from "./command-line/parse-arguments";
import { reportProgress } from "./report-progress";
import { type Sandbox, startSandbox } from "./start-sandbox";

const command = parseArguments(process.argv.slice(2));
if (command.kind === "help") {
  process.stdout.write(helpText());
} else if (command.kind === "faults") {
  console.error(`The sandbox cannot start: ${command.faults.join("; ")}. See --help.`);
  process.exitCode = 2;
} else {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
  await run(command.settings);
}

async function run(settings: SandboxSettings): Promise<void> {
  const sandbox = await startOrExplain(settings);
  if (!sandbox) return;
  console.log(`Sandbox listening on ${sandbox.url}`);
  if (!settings.quiet) introduce(sandbox, settings);
  const { placer, ledger } = sandbox;
  const { callCount, backlogCount, ratePerSecond, days } = settings;
  await placer.place({ count: backlogCount, ratePerSecond: Number.POSITIVE_INFINITY, days });
  await placer.place({ count: callCount, ratePerSecond, days });
  if (!settings.exit) return;
  const { refused, unanswered } = ledger.tally();
  process.exit(refused + unanswered === 0 ? 0 : 1);
}

async function startOrExplain(settings: SandboxSettings): Promise<Sandbox | null> {
  try {
    return await startSandbox(settings);
  } catch (error) {
    console.error(`The sandbox cannot start: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return null;
  }
}

function introduce(sandbox: Sandbox, settings: SandboxSettings): void {
  console.log(`  Webhooks are registered at ${sandbox.url}/settings/webhooks`);
  console.log(`  API key: ${settings.apiKey}   Seed: ${settings.seed}`);
  reportProgress(sandbox);
}
