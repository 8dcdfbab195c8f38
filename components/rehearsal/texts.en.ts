import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const rehearsalTexts = texts("rehearsal", {
  start: "Start test run",
  startAgain: "Run again",
  starting: "Starting…",
  underWay: "Test run in progress…",
  takesSeconds: "It takes a few seconds. Real calls aren’t affected.",
  noSchema: "The database doesn’t allow a test run",
  howToAllow:
    "A test run needs its own schema for a few seconds. Let Earshot’s database user create one with {grant}.",
  waitingForDatabase: "Waiting for the database",
  databaseAway:
    "The database isn’t responding. Acknowledged deliveries are safe, and the test run continues once it’s back.",
  someDone: (done: number, all: number) => `${done} of ${all} steps done`,
  oneAfterAnother: "Each delivery is sent once the one before it has arrived.",
  stepsDone: "Steps done",
  interrupted: "Test run interrupted",
  interruptedText: "Earshot was stopped during the test run. All test data has been removed.",
  someFailed: (failed: number, all: number) => `${failed} of ${all} steps failed`,
  someLeft: "Some test data was found among the real calls. Please report this.",
  allRemoved: "Each failed step shows what differs. All test data has been removed.",
  works: "The webhook works",
  allExpected: (all: number) =>
    `All ${all} steps went as expected. All test data has been removed.`,
  mostExpected: (expected: number, all: number) =>
    `${expected} of ${all} steps went as expected, and the public address couldn’t be tried from here. All test data has been removed.`,
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
      title: "An exact repeat",
      expected: "The repeat is kept, and nothing changes.",
    },
    change: {
      title: "The call has ended",
      expected: "The recording gets the new status, and both versions are kept.",
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
      expected: "Kept. The player says why there’s no audio.",
    },
    incomplete: {
      title: "Invalid minutes",
      expected: "Kept as incomplete, with the reason.",
    },
    "not-understood": {
      title: "An unreadable call",
      expected: "Acknowledged, then quarantined with its payload and the reason.",
    },
    "public-address": {
      title: "Through the public address",
      expected:
        "It arrives here. Whether others can reach that address can’t be tested from inside.",
    },
  },
  publicUrl: "PUBLIC_URL is {url}.",
  progress: {
    passed: "As expected",
    failed: "Failed",
    unproven: "Can’t tell",
    "under-way": "In progress",
    "to-come": "Not started",
    "not-sent": "Not finished",
  },
  durableAfter: (time: string, status: number) => `Durable after ${time} (HTTP ${status})`,
  answeredAfter: (time: string, status: number) => `Answered after ${time} (HTTP ${status})`,
  notAnsweredYet: "Sent, no response yet",
  notSentYet: "Not sent yet",
  noAnswer: "No answer",
  storedAfter: (time: string) => `In the ledger after ${time}`,
  waits: {
    database: {
      present: "The database is down. Acknowledged deliveries are safe, and wait for it.",
      past: "The database was down for a while. Acknowledged deliveries waited; nothing was lost.",
    },
    journal: {
      present: "The journal couldn’t keep it and asked for a retry. It will be sent again.",
      past: "The journal couldn’t keep it at first and asked for a retry. It was sent again.",
    },
  },
  playerSays: (title: string, text: string) => `The player says: “${title}. ${text}”`,
  reason: (problem: string) => `The reason: ${problem}`,
  differences: {
    answered: (status: number | null, expected: number) =>
      `The webhook answered ${status ?? "nothing"} instead of ${expected}.`,
    notStored: "It was acknowledged, but didn’t reach the ledger in time.",
    outcome: (found: string, expected: string) =>
      `Its outcome is “${found}” instead of “${expected}”.`,
    bytesChanged: "Its payload wasn’t kept exactly as sent.",
    heldForNothing: "It was quarantined without a reason.",
    recordingMade: "It created a recording, although it can’t be read.",
    noRecording: "It created no recording.",
    soundThere: "Its audio could be fetched, although its link is dead.",
    status: (found: string, expected: string) =>
      `The recording’s status is ${found} instead of ${expected}.`,
    campaign: (found: string, expected: string) =>
      `The recording’s campaign is ${found} instead of ${expected}.`,
    deliveries: (found: string, expected: string) =>
      `The number of its deliveries is ${found} instead of ${expected}.`,
    contents: (found: string, expected: string) =>
      `The number of its contents is ${found} instead of ${expected}.`,
    nobodyThere: "From this machine, that address doesn’t respond.",
    anotherThere:
      "A server accepted it there, but it didn’t arrive here: the address may belong to another Earshot.",
    refusedThere: (status: number) =>
      `From this machine, that address answered ${status}: a proxy may block the request or send it elsewhere.`,
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
  cleanupText: "Checked in the same transaction that removed the test data.",
  removed: "Removed",
  removedVersions: (counts: string, versions: number, isMore: boolean) =>
    `${counts}, ${countOf(versions, isMore, "version", "versions")} of recordings`,
  left: "Left among the real calls",
  nothingLeft: "Nothing: none of its ids was found.",
  rowsLeft: (rows: number) => `${rows} rows. Please report this.`,
  before: "Real ledger before",
  after: "Real ledger after",
  cameMeanwhile: (counts: string, deliveries: number, isMore: boolean) =>
    `${counts} — ${countOf(deliveries, isMore, "real delivery", "real deliveries")} arrived meanwhile`,
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
