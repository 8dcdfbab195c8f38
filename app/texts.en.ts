import { texts } from "@/lib/language/texts";

export const pagesTexts = texts("pages", {
  description: "Recordings of the calls that your calling service makes",
  noName: "No name",
  notFound: {
    title: "Not found",
    heading: "There is no such page",
    text: "The address may be mistyped, or what was here is gone.",
    go: "Go to recordings",
  },
  forbidden: {
    title: "For administrators",
    text: "Your account may not see this page. An administrator can change that under Settings, Members.",
    back: "Back to the recordings",
  },
  signIn: {
    title: "Sign in",
    heading: "Sign in to Earshot",
    sessionEnded: "Your session has ended. Sign in to go on where you were.",
    noAccount:
      "No account yet? If you are setting up Earshot, open the link that it printed when it started. Otherwise ask an administrator for an invite.",
  },
  setUp: {
    title: "Create your account",
    administrator:
      "You will be an administrator: you see recordings, change settings and decide who has access.",
    member: "You will be a member: you see the recordings of your team's calls.",
  },
  recordings: {
    title: "Recordings",
    notFound: "Recording not found",
    notFoundText: "It may not have arrived yet, or its address may be mistyped.",
  },
  customers: {
    title: "Customers",
    notFound: "There is no customer of this id",
    notFoundText: "They may not have been called yet, or the address may be mistyped.",
    go: "Go to customers",
  },
  campaigns: { title: "Campaigns" },
  compare: {
    title: "Compare campaigns",
    heading: "Compare",
    noCampaign: "No campaign",
    nothing: "Nothing to compare with",
    nothingText: "Choose a second campaign, or a first day, so that there is a period before it.",
    same: "Both sides are the same",
    sameText: "Choose another campaign, or other days for the second side.",
    noCalls: "No calls on either side",
    noCallsText: "No call of these campaigns lies in these days. Choose other days.",
    noSuccess: "No success share yet",
    noSuccessText:
      "Nobody has said yet which statuses count as success. An administrator chooses them above the list of recordings.",
  },
  audit: { title: "Audit log" },
  callingService: {
    title: "Calling service",
    text: "Earshot exchanges its API key for a token, to fetch audio and customer lists.",
    connection: "Connection",
  },
  vocabulary: {
    title: "Statuses & campaigns",
    text: "Earshot learns these from your calls. Values that share a name are one everywhere: in lists, filters, counts and charts. Links and exports keep the raw values.",
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
    text: "Payloads are kept byte for byte, so that they can be reprocessed. Calls, customers and the list of deliveries stay when payloads are deleted.",
    period: "Retention period",
    periodText: "Payloads are deleted by UTC day. Quarantined ones are kept until reprocessed.",
    kept: "What is kept",
  },
  members: {
    title: "Members",
    text: "People with access to Earshot.",
    people: "People",
    invite: "Invite",
    inviteText: "A link that lets one person create their account.",
    openInvitations: "Open invitations",
  },
  webhooks: {
    title: "Webhooks",
    text: "Where the calling service sends its recordings, and what became of them.",
    retries: "Retries",
    retriesText:
      "When the same bytes come again within this time, they count as a retry and change nothing. What came before you change it stays as it is.",
    recent: "Recent deliveries",
    recentText: "Including failed ones.",
    allDeliveries: "All deliveries",
  },
  secrets: {
    title: "Webhook secrets",
    text: "Each secret has a URL of its own. Replace one without losing a call.",
  },
  firstContact: {
    title: "Connection setup",
    textBefore:
      "Register the URL and wait for the first call. This page then shows how Earshot understood it.",
    textAfter: "The first delivery that the calling service sent, and how Earshot understood it.",
  },
  rehearsal: {
    title: "Test run",
    text: "Ten made-up deliveries go through the real webhook, its journal and its reader, and are stored by the same code as real ones: in tables of their own, where nobody sees them and no real call is touched. Then all of it is removed.",
  },
  deliveries: {
    title: "Deliveries",
    titleOfOne: "Delivery",
    notFound: "There is no delivery of this id",
    notFoundText: "Its address may be mistyped, or it may have been kept long enough.",
    go: "Go to deliveries",
  },
  gaps: {
    title: "Gaps",
    text: "Periods when calls may be missing. The calling service sends each call once, so check there what happened.",
    possible: "Possible gaps",
    none: "Nothing is known to be missing.",
    noEarlier: "There are no earlier gaps.",
  },
  drift: {
    title: "Schema changes",
    text: "Fields and values that differ from the documented format. Acknowledge the ones you expect.",
    structure: "Fields and types",
    structureText: "What is unknown, missing, of another type or in another form.",
    noStructure: "No schema changes.",
    values: "Values",
    valuesText: "Statuses, campaigns, genders and customer types: whatever arrives is taken.",
    noValues: "None yet. They come with the first call.",
  },
});
