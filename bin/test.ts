import {
  database,
  endToEnd,
  faults,
  lint,
  otherJourneys,
  runStages,
  types,
  unit,
} from "./check/stages";

const runs = {
  test: [types, lint, unit, database, endToEnd],
  verify: [types, lint, unit],
  journeys: [otherJourneys],
  faults: [faults],
};

const [name = "", ...parameters] = process.argv.slice(2);
process.exit(await runStages(name, runs[name as keyof typeof runs], parameters));
