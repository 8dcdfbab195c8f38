import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const rehearsalTexts = texts("rehearsal", {
  start: "Start test run",
  startAgain: "Run again",
  starting: "Starting…",
  underWay: "Test run in progress…",
  takesSeconds: "It takes a few seconds. Real calls go on meanwhile.",
  noSchema: "The database doesn’t allow a test run",
  howToAllow:
    "A test run needs its own schema for a few seconds. Let Earshot’s database user create one: {grant} does it.",
  waitingForDatabase: "Waiting for the database",
  databaseAway:
    "It doesn’t answer. What the webhook acknowledged is safe and waits, and the test run continues when the database is back.",
  someDone: (done: number, all: number) => `${done} of ${all} steps done`,
  oneAfterAnother: "Each delivery is sent once the one before it has arrived.",
  stepsDone: "Steps done",
  interrupted: "It was interrupted",
  interruptedText:
    "Earshot was stopped in the middle of it. Everything that it had made is removed.",
  someFailed: (failed: number, all: number) => `${failed} of ${all} steps failed`,
  someLeft: "And something of it was found among the real calls. Please report this.",
  allRemoved: "Each failed step says what differs. Everything the test run made is removed.",
  works: "The webhook works",
  allExpected: (all: number) =>
    `All ${all} steps came out as expected. Everything the test run made is removed.`,
  mostExpected: (expected: number, all: number) =>
    `${expected} of ${all} steps came out as expected, and the public address could not be tried from here. Everything the test run made is removed.`,
  deliveries: "Deliveries",
  sent: (at: string) => `Sent ${at}.`,
  sentFor: (at: string, name: string) => `Sent ${at} for ${name}.`,
  willBeSent: "What will be sent, in this order.",
  steps: "Steps",
  stepWords: {
    "new-call": {
      title: "A new call",
      expected: "JSON:API, still in progress. Kept.",
    },
    repeat: {
      title: "The same once more",
      expected: "The repeat is kept, and nothing changes.",
    },
    change: {
      title: "The call has ended",
      expected: "The recording takes the new status, and both versions are kept.",
    },
    late: {
      title: "Out-of-order duplicate",
      expected: "It is kept, and doesn’t bring the old status back.",
    },
    "no-campaign": {
      title: "A call without a campaign",
      expected: "Kept without a campaign.",
    },
    "new-status": {
      title: "A status nobody has seen before",
      expected: "Kept with that status, as sent.",
    },
    flat: {
      title: "A flat body, without JSON:API",
      expected: "Kept.",
    },
    "dead-audio": {
      title: "A dead audio link",
      expected: "Kept. Listeners are told why there is no sound.",
    },
    incomplete: {
      title: "Invalid minutes",
      expected: "Kept as incomplete, with the reason.",
    },
    "not-understood": {
      title: "Nothing that shows that it is a call",
      expected: "Acknowledged, then set aside with its payload and the reason.",
    },
    "public-address": {
      title: "By the public address",
      expected: "It arrives here. Whether others reach that address can’t be proven from inside.",
    },
  },
  publicUrl: "PUBLIC_URL is {url}.",
  progress: {
    passed: "As expected",
    failed: "Failed",
    unproven: "Can’t tell",
    "under-way": "Under way",
    "to-come": "To come",
    "not-sent": "Not finished",
  },
  durableAfter: (time: string, status: number) => `Durable after ${time} (HTTP ${status})`,
  answeredAfter: (time: string, status: number) => `Answered after ${time} (HTTP ${status})`,
  notAnsweredYet: "Sent, and not answered yet",
  notSentYet: "Not sent yet",
  noAnswer: "No answer",
  storedAfter: (time: string) => `In the ledger after ${time}`,
  waits: {
    database: {
      present: "The database is away. What was acknowledged is safe, and waits for it.",
      past: "The database was away meanwhile. What was acknowledged waited, and nothing was lost.",
    },
    journal: {
      present:
        "The journal can’t keep it right now and asked for another try. It will be sent again.",
      past: "The journal could not keep it at first and asked for another try. It was sent again.",
    },
  },
  playerSays: (title: string, text: string) => `The player says: “${title}. ${text}”`,
  reason: (problem: string) => `The reason: ${problem}`,
  differences: {
    answered: (status: number | null, expected: number) =>
      `The webhook answered ${status ?? "nothing"} instead of ${expected}.`,
    notStored: "It was acknowledged, and did not reach the ledger in time.",
    outcome: (found: string, expected: string) =>
      `Its outcome is “${found}” instead of “${expected}”.`,
    bytesChanged: "Its bytes were not kept as they were sent.",
    heldForNothing: "It was quarantined without a reason.",
    recordingMade: "A recording was made of it, although it can’t be understood.",
    noRecording: "No recording was made of it.",
    soundThere: "Its audio could be had, although its address leads nowhere.",
    status: (found: string, expected: string) =>
      `The recording’s status is ${found} instead of ${expected}.`,
    campaign: (found: string, expected: string) =>
      `The recording’s campaign is ${found} instead of ${expected}.`,
    deliveries: (found: string, expected: string) =>
      `The number of its deliveries is ${found} instead of ${expected}.`,
    contents: (found: string, expected: string) =>
      `The number of its contents is ${found} instead of ${expected}.`,
    nobodyThere: "From this machine, nobody answered there.",
    anotherThere:
      "Somebody accepted it there, and it did not arrive here: the address may lead to another Earshot.",
    refusedThere: (status: number) =>
      `From this machine, the answer there was ${status}: a proxy may want something else, or lead elsewhere.`,
  },
  outcomes: {
    pending: "pending",
    stored: "stored",
    unchanged: "unchanged",
    superseded: "superseded",
    quarantined: "quarantined",
  },
  quoted: (value: string) => `“${value}”`,
  none: "none",
  whatIsSent: "What is sent",
  cleanup: "Cleanup",
  cleanupText: "Looked for in the same transaction that removed it.",
  removed: "Removed",
  removedVersions: (counts: string, versions: number, isMore: boolean) =>
    `${counts}, ${countOf(versions, isMore, "version", "versions")} of recordings`,
  left: "Left among the real calls",
  nothingLeft: "Nothing: none of its ids is there.",
  rowsLeft: (rows: number) => `${rows} rows. Please report this.`,
  before: "Real ledger before",
  after: "Real ledger after",
  cameMeanwhile: (counts: string, deliveries: number, isMore: boolean) =>
    `${counts} — ${countOf(deliveries, isMore, "real delivery", "real deliveries")} came meanwhile`,
  testSecret: "Test secret",
  revoked: "Revoked.",
  countDeliveries: (count: number, isMore: boolean) =>
    countOf(count, isMore, "delivery", "deliveries"),
  countRecordings: (count: number, isMore: boolean) =>
    countOf(count, isMore, "recording", "recordings"),
  countCustomers: (count: number, isMore: boolean) =>
    countOf(count, isMore, "customer", "customers"),
});

function countOf(count: number, isMore: boolean, one: string, many: string): string {
  return `${countFormat.format(count)}${isMore ? " or more" : ""} ${count === 1 ? one : many}`;
}
