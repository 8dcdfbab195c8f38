import { texts } from "@/lib/language/texts";

export const accessTexts = texts("access", {
  email: "Email",
  password: "Password",
  signIn: "Sign in",
  signingIn: "Signing in…",
  signInRefusals: {
    "link-over": "This link has been used or has expired.",
    "wrong-credentials": "Incorrect email or password.",
    "too-many-attempts": "Too many attempts. Wait a minute, then try again.",
    busy: "Many people are signing in. Try again in a moment.",
  },
  name: "Name",
  createAccount: "Create account",
  creatingAccount: "Creating the account…",
  passwordHint: (atLeast: number, advised: number) =>
    `At least ${atLeast} characters; ${advised} or more recommended.`,
  /** Without the word "password", by which its field alone is found. */
  showPassword: "Show what I type",
  linkUsedMeanwhile: "This link has already been used",
  askForNewOne: "Ask for a new one.",
  linkOver: {
    title: "This link doesn’t work",
    description: "Each link works once and expires soon.",
    ifCreated: "If you’ve already created your account, sign in.",
    ifInvited: "If someone invited you, ask them for a new link.",
    ifSettingUp:
      "If you’re setting up Earshot, restart it: until there is an administrator, each {command} prints a new link, and only the newest works.",
    goToSignIn: "Go to sign-in",
  },
  people: "People with access",
  you: "You",
  notSignedIn: "Not signed in",
  lastSeen: (at: string, sessions: number) =>
    `Last seen ${at} · ${sessions === 1 ? "1 active session" : `${sessions} active sessions`}`,
  roles: { administrator: "Administrator", member: "Member" },
  change: "Change",
  changeAccessOf: (name: string) => `Change ${name}’s access`,
  onlyAdministrator:
    "The only administrator. To change this, make someone else an administrator first.",
  make: {
    administrator: {
      note: "Administrators change settings and manage members.",
      button: "Make administrator",
    },
    member: {
      note: "Members see recordings. Invites from this person stop working.",
      button: "Make member",
    },
  },
  removalOfYou: "You’ll be signed out at once and need a new invite to come back.",
  removalOfOther: "They’ll be signed out everywhere at once and need a new invite to come back.",
  removeAccess: "Remove access",
  role: "Role",
  memberChoice: "Member: sees recordings",
  administratorChoice: "Administrator: settings and members too",
  createLink: "Create invite link",
  creatingLink: "Creating…",
  invitee: "For (optional)",
  inviteeExample: "Jana Beck",
  sendLink: "Send this link to one person",
  sendLinkTo: (name: string) => `Send this link to ${name}`,
  shownOnce: "Shown once. Single use, expires in 7 days.",
  copyLink: "Copy invite link",
  openInvitations: "Pending invites",
  forAnyone: "Anyone with the link",
  madeBy: (name: string, at: string) => `Created by ${name} ${at}`,
  printed: (at: string) => `Printed when the server started ${at}`,
  worksUntil: (at: string) => `Expires ${at}`,
  revoke: "Revoke",
  revokeOf: (invitee: string) => `Revoke: ${invitee}`,
});
