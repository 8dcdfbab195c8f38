import { lint, runStages, types, unit } from "./check/stages";

process.exit(await runStages([types, lint, unit], process.argv.slice(2)));
