import type { Metadata } from "next";
import { texts } from "@/lib/language/texts";

export const pagesTexts = texts("pages", {
  description: "Listen to, search and review your AI calls",
  noName: "No name",
  notFound: {
    title: "Not found",
    heading: "Page not found",
    text: "The address may be mistyped, or the page may have been removed.",
    go: "Go to recordings",
  },
  forbidden: {
    title: "Administrators only",
    text: "Your account doesn’t have access to this page. An administrator can change that under Settings > Members.",
    back: "Back to recordings",
  },
  signIn: {
    title: "Sign in",
    heading: "Sign in to Earshot",
    sessionEnded: "Your session has ended. Sign in to pick up where you left off.",
    noAccount:
      "No account yet? If you’re setting up Earshot, open the link it printed when it started. Otherwise ask an administrator for an invite.",
  },
  setUp: {
    title: "Create your account",
    administrator:
      "You’ll be an administrator: you can see recordings, change settings and manage members.",
    member: "You’ll be a member: you can see your team’s recordings.",
  },
  recordings: {
    title: "Recordings",
    notFound: "Recording not found",
    notFoundText: "It may not have arrived yet, or its address may be mistyped.",
  },
  customers: {
    title: "Customers",
    notFound: "Customer not found",
    notFoundText: "They may not have been called yet, or the address may be mistyped.",
    go: "Go to customers",
  },
  campaigns: { title: "Campaigns" },
  compare: {
    title: "Compare campaigns",
    heading: "Compare",
    nothing: "Nothing to compare with",
    nothingText: "Choose a second campaign, or a first day to compare with the period before it.",
    same: "Both sides are the same",
    sameText: "Choose another campaign, or other days for the second side.",
    noCalls: "No calls on either side",
    noCallsText: "These campaigns have no calls on these days. Choose other days.",
    noSuccess: "No success share yet",
    noSuccessText:
      "No statuses count as success yet. An administrator can choose them above the list of recordings.",
  },
  audit: { title: "Audit log" },
  callingService: {
    title: "Calling service",
    text: "Earshot exchanges its API key for a token, to fetch audio and customer lists.",
    connection: "Connection",
  },
  vocabulary: {
    title: "Statuses & campaigns",
    text: "Earshot learns these from your calls. Values that share a name count as one in lists, filters, figures and charts. Links keep the raw values; exports have both.",
    textOfMembers:
      "Earshot learns these from your calls. Administrators rename, merge, colour, group and order them.",
  },
  tags: {
    title: "Tags",
    text: "Labels for calls. Links that filter by a tag keep working after you rename it.",
    textOfMembers:
      "Labels for calls. Anyone can create tags; administrators can rename, recolour and delete them.",
  },
  retention: {
    title: "Retention",
    text: "Payloads are kept byte for byte, so they can be reprocessed. Deleting them keeps calls, customers and the delivery log.",
    period: "Retention period",
    periodText: "Payloads are deleted by UTC day. Quarantined ones are kept until reprocessed.",
    kept: "Stored payloads",
  },
  sessions: {
    title: "Your sessions",
    text: "Where you’re signed in. Sign out what you don’t recognise.",
    active: "Active sessions",
  },
  members: {
    title: "Members",
    text: "People with access to Earshot.",
    people: "People",
    invite: "Invite",
    inviteText: "A link that lets one person create their account.",
    openInvitations: "Pending invites",
  },
  webhooks: {
    title: "Webhooks",
    text: "Where your calling service sends recordings, and how each delivery turned out.",
    retries: "Retries",
    retriesText:
      "An identical payload within this time counts as a retry and changes nothing. A new value applies to deliveries from now on.",
    recent: "Recent deliveries",
    recentText: "Including failed ones.",
    allDeliveries: "All deliveries",
  },
  secrets: {
    title: "Webhook secrets",
    text: "Each secret has its own URL. Rotate secrets without losing a call.",
  },
  firstContact: {
    title: "Connection setup",
    textBefore:
      "Register the URL and wait for the first call. This page then shows how Earshot read it.",
    textAfter: "The first delivery from your calling service, and how Earshot read it.",
  },
  rehearsal: {
    title: "Test run",
    text: "Sends ten made-up deliveries through the real webhook, journal and parser. They’re stored in separate tables, where nobody sees them and no real call is touched, and removed at the end.",
  },
  deliveries: {
    title: "Deliveries",
    titleOfOne: "Delivery",
    notFound: "Delivery not found",
    notFoundText: "The address may be mistyped, or the delivery may have been removed.",
    go: "Go to deliveries",
  },
  gaps: {
    title: "Gaps",
    text: "Periods when calls may be missing. The calling service sends each call only once, so check there for calls you missed.",
    possible: "Possible gaps",
    none: "No known gaps.",
    noEarlier: "No earlier gaps.",
  },
  drift: {
    title: "Schema changes",
    text: "Fields and values that differ from the documented format. Acknowledge the ones you expect.",
    structure: "Fields and types",
    structureText: "Unknown or missing fields, and unexpected types or formats.",
    noStructure: "No schema changes.",
    values: "Values",
    valuesText: "Statuses, campaigns, genders and customer types. Earshot accepts any value.",
    noValues: "None yet. They appear with the first call.",
  },
});

/** What answers to links say, which a browser shows as they are. */
export const answerTexts = texts("answers", {
  bytesDropped: "This delivery’s payload is no longer kept.",
  noTranscript: "Transcript not found.",
  noTimes: "This transcript has no times.",
});

/** A page's `generateMetadata`: its title in the language of who looks. */
export function titled(read: (t: ReturnType<typeof pagesTexts>) => string): () => Metadata {
  return () => ({ title: read(pagesTexts()) });
}
