import { runStages } from "./check/run-stages";
import { faults } from "./check/stages";

process.exit(await runStages([faults], process.argv.slice(2)));
