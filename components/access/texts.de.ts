import type { gateTexts } from "@/lib/access/gate/route";
import type { membersTexts } from "@/lib/access/members/members";
import type { TranslationOf } from "@/lib/language/texts";
import type { accessTexts } from "./texts.en";

export const access: TranslationOf<typeof accessTexts> = {
  email: "E-Mail-Adresse",
  password: "Passwort",
  signIn: "Anmelden",
  signingIn: "Anmeldung läuft …",
  signInRefusals: {
    "link-over": "Dieser Link wurde schon benutzt oder ist abgelaufen.",
    "wrong-credentials": "E-Mail-Adresse oder Passwort ist falsch.",
    "too-many-attempts":
      "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann erneut.",
    busy: "Gerade melden sich viele an. Versuchen Sie es gleich noch einmal.",
  },
  name: "Name",
  createAccount: "Konto anlegen",
  creatingAccount: "Konto wird angelegt …",
  passwordHint: (atLeast, advised) =>
    `Mindestens ${atLeast} Zeichen; ${advised} oder mehr empfohlen.`,
  showPassword: "Eingabe anzeigen",
  linkUsedMeanwhile: "Dieser Link wurde schon benutzt",
  askForNewOne: "Bitten Sie um einen neuen.",
  linkOver: {
    title: "Dieser Link funktioniert nicht",
    description: "Jeder Link gilt einmal und läuft bald ab.",
    ifCreated: "Haben Sie Ihr Konto damit schon angelegt, melden Sie sich an.",
    ifInvited: "Wurden Sie eingeladen, bitten Sie um einen neuen Link.",
    ifSettingUp:
      "Wenn Sie Earshot gerade einrichten, starten Sie es neu: Solange es keinen Administrator gibt, gibt {command} jedes Mal einen neuen Link aus, und nur der neueste gilt.",
    goToSignIn: "Zur Anmeldung",
  },
  sessions: "Aktive Sitzungen",
  thisDevice: "Dieses Gerät",
  unknownDevice: "Unbekanntes Gerät",
  sessionTimes: "Angemeldet {signedIn} · zuletzt gesehen {lastSeen}",
  signOut: "Abmelden",
  endSession: (device) => `Abmelden: ${device}`,
  people: "Personen mit Zugang",
  you: "Sie",
  notSignedIn: "Nicht angemeldet",
  lastSeen: (at, sessions) =>
    `Zuletzt gesehen am ${at} · ${sessions === 1 ? "1 aktive Sitzung" : `${sessions} aktive Sitzungen`}`,
  roles: { administrator: "Administrator", member: "Mitglied" },
  change: "Ändern",
  changeAccessOf: (name) => `Zugang von ${name} ändern`,
  onlyAdministrator:
    "Der einzige Administrator. Ernennen Sie zuerst jemand anderen, um das zu ändern.",
  make: {
    administrator: {
      note: "Administratoren ändern Einstellungen und verwalten Mitglieder.",
      button: "Zum Administrator machen",
    },
    member: {
      note: "Mitglieder sehen Aufnahmen. Einladungen dieser Person werden ungültig.",
      button: "Zum Mitglied machen",
    },
  },
  removalOfYou:
    "Sie werden sofort abgemeldet und können nur mit einer neuen Einladung zurückkehren.",
  removalOfOther:
    "Diese Person wird sofort überall abgemeldet und kann nur mit einer neuen Einladung zurückkehren.",
  removeAccess: "Zugang entziehen",
  role: "Rolle",
  memberChoice: "Mitglied: sieht Aufnahmen",
  administratorChoice: "Administrator: auch Einstellungen und Mitglieder",
  createLink: "Einladungslink erstellen",
  creatingLink: "Wird erstellt …",
  invitee: "Für (optional)",
  inviteeExample: "Jana Beck",
  sendLink: "Senden Sie diesen Link an genau eine Person",
  sendLinkTo: (name) => `Senden Sie diesen Link an ${name}`,
  shownOnce: "Wird nur jetzt angezeigt. Gilt einmal und läuft in 7 Tagen ab.",
  copyLink: "Einladungslink kopieren",
  openInvitations: "Offene Einladungen",
  forAnyone: "Für jeden, der den Link hat",
  madeBy: (name, at) => `Erstellt von ${name} am ${at}`,
  printed: (at) => `Beim Start des Servers ausgegeben am ${at}`,
  worksUntil: (at) => `Gültig bis ${at}`,
  revoke: "Widerrufen",
  revokeOf: (invitee) => `Widerrufen: ${invitee}`,
};

export const accessGate: TranslationOf<typeof gateTexts> = {
  otherOrigin: "Nur Seiten von Earshot selbst können Änderungen vornehmen.",
  signInFirst: "Melden Sie sich zuerst an.",
  administratorsOnly: "Das darf nur ein Administrator.",
  sessionsUnavailable: "Ihre Sitzung ließ sich nicht prüfen. Versuchen Sie es in Kürze erneut.",
  tooManyOpen:
    "Zu viele davon sind gleichzeitig offen. Schließen Sie eines oder versuchen Sie es gleich noch einmal.",
};

export const accessMembers: TranslationOf<typeof membersTexts> = {
  emailMissing: "Geben Sie eine E-Mail-Adresse ein.",
  nameMissing: "Geben Sie Ihren Namen ein.",
  atLeast: (characters) => `Verwenden Sie mindestens ${characters} Zeichen.`,
  atMost: (characters) => `Verwenden Sie höchstens ${characters} Zeichen.`,
  emailTaken: "Zu dieser Adresse gibt es schon ein Konto.",
  notFound: "Diese Person hat keinen Zugang mehr.",
  lastAdministrator:
    "Der letzte Administrator lässt sich nicht entfernen: Sonst könnte niemand mehr Personen Zugang geben.",
};
