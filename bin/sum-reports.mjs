// Names the tests that failed, and prints how many passed and failed, by the runners' own reports;
// fails when any failed.
// Plain JavaScript without packages, so that it has something to say even when nothing is installed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * A file that fails outside its tests counts as one failed test, and so does a report that is missing.
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestResult
 * @typedef {{ numPassedTests: number, numFailedTests: number,
 *   testResults: { name: string, status: string, message: string,
 *     assertionResults: VitestResult[] }[] }} VitestReport
 * @typedef {{ name: string, passed: boolean }[]} ChecksReport
 * @typedef {{ crashes: string[], secondTries: string[], mostSecondTries: number }} TroubleReport
 * @typedef {{ title: string, tests: { status: string,
 *   results: { errors: { message?: string }[] }[] }[] }} PlaywrightSpec
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number },
 *   errors: { message?: string }[], suites: PlaywrightSuite[] }} PlaywrightReport
 * @typedef {{ name: string, value: number, unit: string, goal: string | null,
 *   holds: boolean | null }} Figure
 * @typedef {{ figures: Figure[] }} BenchReport
 */

const counts = [
  count("test-checks", countChecks),
  count("journeys-checks", countChecks),
  count("unit", countVitest),
  count("database", countVitest),
  count("e2e", countPlaywright),
  count("e2e-trouble", countTrouble),
  count("journeys", countPlaywright),
  count("journeys-trouble", countTrouble),
  count("bench-intake", countFigures),
  count("bench-gateway", countFigures),
  count("bench-browse", countFigures),
  count("bench-audio", countFigures),
];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * @template T
 * @param {string} name
 * @param {(report: T) => Count} read
 * @returns {Count}
 */
function count(name, read) {
  const path = fileURLToPath(new URL(`../test-results/reports/${name}.json`, import.meta.url));
  try {
    return read(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    console.log(`failed: no report of ${name}`);
    return { passed: 0, failed: 1 };
  }
}

/**
 * @param {string} name
 * @param {string | undefined} [message]
 */
function printFailure(name, message) {
  const lines = (message ?? "").split("\n").slice(0, 20);
  console.log([`failed: ${name}`, ...lines.map((line) => `    ${line}`)].join("\n"));
}

/**
 * Each check counts, whatever its own report says: a runner may fail without any test that did.
 * @param {ChecksReport} checks
 */
function countChecks(checks) {
  const failed = checks.filter(({ passed }) => !passed);
  for (const { name } of failed) printFailure(`check ${name}`);
  return { passed: checks.length - failed.length, failed: failed.length };
}

/**
 * A test that passed only the second time keeps what it failed for.
 * @param {VitestReport} report
 */
function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  for (const { name, message } of broken) printFailure(name, message);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  for (const { fullName, status, failureMessages } of tests) {
    if (status === "failed") printFailure(fullName, failureMessages[0]);
  }
  const second = tests.filter(
    (test) => test.status === "passed" && test.failureMessages.length > 0,
  );
  const failed = numFailedTests + broken.length;
  const tooMany = countSecondTries(second.map(({ fullName }) => fullName));
  return { passed: numPassedTests, failed: failed + tooMany };
}

/** @param {PlaywrightReport} report */
function countPlaywright({ stats, errors, suites }) {
  for (const { message } of errors) printFailure("the run of the browser", message);
  for (const suite of suites) printUnexpected(suite, []);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} above
 */
function printUnexpected({ title, specs = [], suites = [] }, above) {
  const path = [...above, title];
  for (const spec of specs) {
    for (const { status, results } of spec.tests) {
      // A test that timed out says so first, and what it waited for after that.
      const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message));
      if (status === "unexpected")
        printFailure([...path, spec.title].join(" > "), messages.join("\n"));
    }
  }
  for (const suite of suites) printUnexpected(suite, path);
}

/** @param {TroubleReport} report */
function countTrouble({ crashes, secondTries, mostSecondTries }) {
  for (const crash of crashes) console.log(crash);
  return { passed: 0, failed: countSecondTries(secondTries, mostSecondTries) };
}

/**
 * Too many tests that passed only the second time are one failure more.
 * @param {string[]} names
 */
function countSecondTries(names, most = 3) {
  for (const name of names) console.log(`passed the second time: ${name}`);
  if (names.length <= most) return 0;
  printFailure(`${names.length} second tries, at most ${most} are allowed`);
  return 1;
}

/**
 * A figure with a goal is a test; none at all is a failure. A speed that was missed is told, not
 * counted: the machine may have been busy with others.
 * @param {BenchReport} report
 */
function countFigures({ figures }) {
  const judged = figures.filter(({ holds }) => holds !== null);
  const missed = judged.filter(({ holds }) => !holds);
  const slow = missed.filter(({ unit }) => ["ratio", "ms", "s", "speed points"].includes(unit));
  for (const { name, value, unit, goal } of slow) {
    console.log(`missed on this machine: ${name} ${value} ${unit}, goal ${goal}`);
  }
  const wrong = missed.filter((figure) => !slow.includes(figure));
  for (const { name, value, unit, goal } of wrong)
    printFailure(`${name} ${value} ${unit}, goal ${goal}`);
  return { passed: judged.length - missed.length, failed: judged.length === 0 ? 1 : wrong.length };
}
