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
  showPassword: "Show what I type",
  linkUsedMeanwhile: "This link has been used meanwhile",
  askForNewOne: "Ask for a new one.",
  linkOver: {
    title: "This link does not work",
    description: "Each link works once, and not for long.",
    ifCreated: "If you have created your account with it already, sign in.",
    ifInvited: "If somebody invited you, ask them for a new link.",
    ifSettingUp:
      "If you are setting Earshot up, restart it: while there is no administrator, each {command} prints a new link, and only the newest works.",
    goToSignIn: "Go to sign-in",
  },
  people: "People with access",
  you: "You",
  notSignedIn: "Not signed in",
  lastSeen: (at: string, sessions: number) =>
    `Last seen ${at} · ${sessions === 1 ? "1 active session" : `${sessions} active sessions`}`,
  roles: { administrator: "Administrator", member: "Member" },
  change: "Change",
  changeAccessOf: (name: string) => `Change the access of ${name}`,
  onlyAdministrator: "The only administrator. Make somebody else one first, to change this.",
  make: {
    administrator: {
      note: "Administrators change settings and decide who has access.",
      button: "Make administrator",
    },
    member: {
      note: "Members see recordings. Invitations that this person made stop working.",
      button: "Make member",
    },
  },
  removalOfYou: "You are signed out at once and can come back by a new invitation only.",
  removalOfOther:
    "They are signed out everywhere at once and can come back by a new invitation only.",
  removeAccess: "Remove access",
  role: "Role",
  memberChoice: "Member: sees recordings",
  administratorChoice: "Administrator: settings and members too",
  createLink: "Create invite link",
  creatingLink: "Creating…",
  sendLink: "Send this link to one person",
  shownOnce: "Shown once. Single use, expires in 7 days.",
  copyLink: "Copy invite link",
  openInvitations: "Open invitations",
  madeBy: (name: string) => `Made by ${name}`,
  printed: "Printed when the server started",
  worksUntil: (at: string) => `Works until ${at}`,
  revoke: "Revoke",
});
