import { rm } from "node:fs/promises";
import { ensurePrismaClient } from "../build/prisma-client";
import { inProject } from "../command/root-folder";
import { announce } from "../command/say";
import { reportsFolder, type Stage } from "./stages";

/**
 * Runs every stage whatever became of the others, and gives the exit code. Arguments name the only
 * stages to run; whatever follows the names goes to their runners: `npm test unit lib/export`.
 */
export async function runStages(stages: Stage[], parameters: string[]): Promise<number> {
  const { chosen, rest } = choose(stages, parameters);
  await rm(inProject(reportsFolder), { recursive: true, force: true });
  await ensurePrismaClient();
  const outcomes: [name: string, outcome: string][] = [];
  let failed = false;
  for (const { name, run } of chosen) {
    process.stdout.write(`\n== ${name}\n`);
    const began = performance.now();
    const passed = await run(rest).catch(report);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    outcomes.push([name, `${passed ? "passed" : "FAILED"} in ${seconds} s`]);
    failed ||= !passed;
  }
  announce(outcomes);
  return failed ? 1 : 0;
}

function choose(stages: Stage[], parameters: string[]) {
  const named = new Set(stages.map(({ name }) => name));
  const firstOther = parameters.findIndex((parameter) => !named.has(parameter));
  const wanted = firstOther < 0 ? parameters : parameters.slice(0, firstOther);
  return {
    chosen: wanted.length === 0 ? stages : stages.filter(({ name }) => wanted.includes(name)),
    rest: parameters.slice(wanted.length),
  };
}

function report(error: unknown): false {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  return false;
}
