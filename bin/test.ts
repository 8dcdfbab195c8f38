import { database, endToEnd, lint, runStages, types, unit } from "./check/stages";

const stages = [types, lint, unit, database, endToEnd];

process.exit(await runStages(stages, process.argv.slice(2)));
