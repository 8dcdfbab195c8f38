import { countFormat } from "@/components/format/numbers";
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
  /** Why Earshot is not ready, as programs are told it, and its translation. */
  reasons: {} as StoredTranslations,
  somethingWrong: "Something is wrong",
  waitInJournal: (deliveries: number) =>
    `${deliveries} accepted deliveries are waiting in the journal and will be stored.`,
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
    `${countOf(requests, "request", "requests")} with a wrong secret in the last hour, from ${areMore ? "more than " : ""}${countOf(addresses, "address", "addresses")}`,
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

function countOf(number: number, one: string, many: string): string {
  return `${countFormat.format(number)} ${number === 1 ? one : many}`;
}
