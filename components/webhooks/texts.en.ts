import { counted, countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";
import type { StoredTranslations } from "@/lib/language/translate-stored";

export const webhooksTexts = texts("webhooks", {
  webhooks: "Webhooks",
  tabs: {
    overview: "Overview",
    secrets: "Secrets",
    deliveries: "Deliveries",
    drift: "Schema changes",
    gaps: "Gaps",
  },
  connectionSetup: "Connection setup",
  testRun: "Test run",
  noContact: {
    title: "No delivery has arrived yet",
    text: "Register the URL, wait for the first call, and see how Earshot reads it.",
    connect: "Connect your calling service",
  },
  countsChecked: "Counts last verified {at}: {difference}.",
  noDifference: "no difference",
  clockWrong: "A clock is wrong",
  clocksDiffer: (minutes: number) =>
    `The clocks of this server and its database differ by ${minutes} minutes. Events are numbered by the database’s clock, and nothing old is deleted, until they agree.`,
  listening: "Listening",
  onTheirWay: (deliveries: number) =>
    `${deliveries} accepted deliveries are on their way to the list.`,
  allProcessed: "All events processed.",
  othersProcessed: "All other events processed.",
  /** Why Earshot is not ready, as programs are told it, and its translation. */
  reasons: {} as StoredTranslations,
  somethingWrong: "Something is wrong",
  waitInJournal: (deliveries: number) =>
    `${deliveries} accepted deliveries are waiting in the journal and will be stored.`,
  notStored: "The database can’t store some deliveries",
  heldAside:
    "PostgreSQL ended each time Earshot stored these, so they stay in the journal. Restart Earshot to try again.",
  moreHeldAside: (deliveries: number) => `and ${deliveries} more`,
  urlToRegister: "URL to register",
  whereToRegister: "In the calling service’s dashboard, under Settings > Webhooks.",
  secretsThatWork: "Active secrets",
  lastUsed: (at: string) => `Last used ${at}`,
  notUsedYet: "Not used yet",
  made: (at: string) => `Created ${at}`,
  madeBy: (at: string, name: string) => `Created ${at} by ${name}`,
  madeAtStart: (at: string) => `Created ${at} when Earshot started`,
  showSecret: (name: string) => `Show the secret of ${name}`,
  hideSecret: (name: string) => `Hide the secret of ${name}`,
  copyUrl: (name: string) => `Copy webhook URL of ${name}`,
  revoke: "Revoke",
  revokeNamed: (name: string) => `Revoke ${name}`,
  onlySecret: "The only active secret. Create another before you revoke it.",
  wasLastUsed: (name: string, at: string) => `“${name}” was last used ${at}.`,
  neverUsed: (name: string) => `“${name}” has never been used.`,
  onceRevoked:
    "Once revoked, events sent to its URL are refused, and the service may never send them again. This can’t be undone.",
  revokeIt: "Revoke secret",
  revoking: "Revoking…",
  secrets: "Secrets",
  notSigned: "Requests aren’t signed. Anyone with a URL can add calls, so keep it secret.",
  howToReplace:
    "Several secrets can be active at once, so you can rotate them without losing an event: create a new one, register its URL, wait until the old one is no longer used, then revoke it.",
  wrongSecrets: (requests: number, addresses: number, areMore: boolean) =>
    `${counted(requests, "request", "requests")} with a wrong secret in the last hour, from ${areMore ? "more than " : ""}${counted(addresses, "address", "addresses")}`,
  allRefused: "All were refused, and none were kept. The log lists the first of each minute.",
  revokedCount: (secrets: number) => `Revoked: ${secrets}`,
  stillUsedCount: (secrets: number) => `${secrets} still used`,
  revokedSecrets: "Revoked secrets",
  stillUsed: "Still used",
  revoked: "Revoked",
  revokedAt: (at: string) => `Revoked ${at}`,
  refusedAt: (at: string) => `A request with it was refused ${at}. The sender needs a new URL.`,
  environmentNamesIt: "WEBHOOK_SECRET or a file in DATA_DIR still holds it. It stays revoked.",
  secretName: "Secret name",
  secretNameExample: "Autumn 2026",
  createSecret: "Create secret",
  creating: "Creating…",
  worksNow: (name: string) => `“${name}” works now. Copy its URL above and register it.`,
  minutes: "Minutes",
  minutesHint: "0: identical payloads never count as retries.",
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  noneYet: "None yet. Register the URL above; the first call appears here when it ends.",
  ofRecords: (records: number) => `of ${records} records`,
  bytes: (bytes: number) => `${countFormat.format(bytes)} bytes`,
});

export const driftTexts = texts("drift", {
  changes: "Schema changes",
  newInWeek: "New in the last 7 days.",
  allChanges: "All changes",
  none: "No schema changes.",
  /** What is not listed: new ones, and older ones; at least one of them is not 0. */
  others: (more: number, older: number) => {
    const parts = [
      more > 0 ? `${countFormat.format(more)} more` : null,
      older > 0 ? `${countFormat.format(older)} older, not acknowledged yet` : null,
    ].filter((part) => part !== null);
    return `And ${parts.join(", and ")}.`;
  },
  selectAll: "Select all",
  selectAllOf: (title: string) => `Select all: ${title}`,
  acknowledge: (chosen: number) =>
    chosen > 0 ? `Acknowledge ${countFormat.format(chosen)}` : "Acknowledge",
  acknowledgeChosen: (chosen: number, title: string) =>
    chosen > 0 ? `Acknowledge ${countFormat.format(chosen)}: ${title}` : `Acknowledge: ${title}`,
  further: (count: number) => `And ${countFormat.format(count)} more, first seen before these.`,
  what: "What",
  deliveries: "Deliveries",
  deliveriesWord: (count: number): string => (count === 1 ? "delivery" : "deliveries"),
  first: "First",
  last: "Last",
  known: "Known",
  knownSince: (day: string, by: string | null) => `Known since ${day}${by ? `, ${by}` : ""}`,
  isNew: "New",
  kinds: {
    unknown_field: "Unknown field",
    unknown_member: "Unknown top-level key",
    missing_field: "Missing field",
    status: "Status",
    campaign: "Campaign",
    gender: "Gender",
    customer_type: "Customer type",
  },
  furtherOf: {
    unknown_field: "Other unknown fields",
    unknown_member: "Other unknown top-level keys",
    type: "Other unexpected types",
    missing_field: "Other missing fields",
    form: "Other delivery formats",
    status: "Other statuses",
    campaign: "Other campaigns",
    gender: "Other genders",
    customer_type: "Other customer types",
  },
  /** @param found and expected are named in English where a delivery is read */
  insteadOf: (found: string | null, expected: string | null) => {
    const what = found ? `${found.charAt(0).toUpperCase()}${found.slice(1)}` : "Something else";
    return `${what} instead of ${expected}`;
  },
  namesIn: (spelling: string) => `Field names in ${spelling}`,
  customerBeside: "Customer next to the record",
  customerOutside: "Customer fields outside details",
  noEnvelope: "Record without an envelope",
  severalRecords: "Several records in one delivery",
  unexpectedPlace: "Unexpected record location",
});

export const firstContactTexts = texts("firstContact", {
  waiting: "Waiting for the first delivery",
  nothingYet:
    "Nothing has arrived yet. Keep this page open: the first call appears here automatically.",
  wrongSecrets: (requests: number) =>
    `${counted(requests, "request", "requests")} with a wrong secret in the last hour`,
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
