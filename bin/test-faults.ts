import { faults, runStages } from "./check/stages";

process.exit(await runStages([faults], process.argv.slice(2)));
