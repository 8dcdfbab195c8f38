import { runStages } from "./check/run-stages";
import { lint, types, unit } from "./check/stages";

process.exit(await runStages([types, lint, unit], process.argv.slice(2)));
