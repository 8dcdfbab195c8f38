import {
  database,
  endToEnd,
  faults,
  lint,
  otherJourneys,
  runChecks,
  types,
  unit,
} from "./check/checks";

const runs = {
  test: [types, lint, unit, database, endToEnd],
  verify: [types, lint, unit],
  journeys: [otherJourneys],
  faults: [faults],
};

const [name = "", ...parameters] = process.argv.slice(2);
process.exit(await runChecks(name, runs[name as keyof typeof runs], parameters));
