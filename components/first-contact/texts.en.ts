import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const firstContactTexts = texts("firstContact", {
  waiting: "Waiting for the first delivery",
  nothingYet:
    "Nothing has arrived yet. Keep this page open: the first call appears here automatically.",
  wrongSecrets: (requests: number) =>
    `${countFormat.format(requests)} ${requests === 1 ? "request" : "requests"} with a wrong secret in the last hour`,
  wrongSecretsText:
    "Requests reach Earshot, but with a different secret than the one below. Compare the two letter by letter in the service’s dashboard, or copy this one again. Refused requests are lost.",
  cannotReach: "The calling service can’t reach this URL",
  cannotReachText:
    "It only works on this machine. Set PUBLIC_URL to Earshot’s public https address and restart Earshot.",
  whatToDo: "What to do",
  copyUrl: "Copy this URL. Treat it like a password: anyone who knows it can add recordings.",
  register: "Open the calling service’s dashboard, go to {path}, and register it there.",
  call: "Make a call, or wait for the next one. It must be a real one: the service doesn’t send test calls.",
  noCall:
    "No call at hand? {testRun}, which sends made-up calls to this webhook and removes them again.",
  startTestRun: "Start a test run",
  delivery: "The delivery",
  showRecording: "Show the recording",
  showDelivery: "Show the delivery",
  accepted: "Accepted",
  bySecret: (name: string) => `{at}, with the secret “${name}”`,
  byUnknownSecret: "{at}, with a secret that no longer exists",
  answer: "Answer",
  answerText: "202 Accepted, once durably stored",
  outcome: "Outcome",
  form: "Format",
  jsonApi: (path: string) => `JSON:API, fields in “${path}”`,
  flat: "Flat, fields at the top of the body",
  wrapped: (path: string) => `Wrapped, fields in “${path}”`,
  recording: "Recording",
  noId: "No readable id",
  firstOf: (records: number) => `, the first of ${records} in this delivery`,
  unreadable: "It couldn’t be read",
  quarantined: "Received, but quarantined",
  someWrong: (wrong: number, all: number) =>
    `${wrong} of ${all} fields can’t be read; they are marked below.`,
  somethingWrong: "Some of it can’t be read.",
  inPart: "Connected, but only partly readable",
  someMissing: (wrong: number, all: number) =>
    `${wrong} of ${all} fields are missing or can’t be read; they are marked below, and the call is marked as incomplete.`,
  connected: "Connected",
  allAsExpected: (all: number) =>
    `All ${all} fields came as expected. New calls will appear automatically.`,
  withNotices: "Connected, with notices",
  someNoted: (noted: number, all: number) =>
    `${noted} of ${all} fields came in an unexpected format, and Earshot converted them. Check the result below.`,
  knewHow: "Earshot converted it.",
  nothingLost:
    "Nothing is lost: its payload is kept, and later deliveries are unaffected. Ask the calling service what it means, or update Earshot; then open the delivery and choose “Reprocess”.",
  fieldByField: "Field by field",
  fieldsText: "What the calling service documents, and what came.",
  fields: "Fields",
  empty: "Empty",
  cameAs: "Received as {given}",
  remark: (remark: string) => `It ${remark}.`,
  notInBody: "Not in the body",
  from: (key: string) => `from ${key}`,
  nothing: "Nothing",
  none: "None",
  states: { read: "Read", noted: "Notice", wrong: "Problem" },
  otherKeys: "Other keys",
  otherKeysText: "Not in the documented format. They’re kept and shown with the recording.",
  thereWereNone: "None.",
  moreKeys: (count: number) => `And ${countFormat.format(count)} more keys.`,
});
