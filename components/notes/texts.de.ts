import { counted, countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { reviewTexts } from "@/lib/notes/views";
import type { notesRoomTexts } from "@/lib/notes/written-text";
import type { notesTexts } from "./texts.en";

const calls = (count: number) => counted(count, "Anruf", "Anrufe");
const ofCalls = (count: number) => counted(count, "Anruf", "Anrufen");

export const notes: TranslationOf<typeof notesTexts> = {
  history: "Verlauf von Tags und Prüfung",
  notes: "Notizen",
  note: "Notiz",
  noteHint: "Notiz schreiben. Mit @ jemanden erwähnen.",
  addNote: "Notiz hinzufügen",
  reply: "Antworten",
  replyLabel: "Antwort",
  editNote: "Notiz bearbeiten",
  noteBy: (name) => `Notiz von ${name}`,
  edited: "bearbeitet {at}",
  playFrom: (moment) => `Ab ${moment} abspielen`,
  deletedBy: "Gelöscht von {name}, {at}",
  edit: "Bearbeiten",
  delete: "Löschen",
  pastVersions: "Verlauf",
  asksDelete: "Diese Notiz löschen?",
  deleteNote: "Notiz löschen",
  keep: "Behalten",
  notDeleted: "Nicht gelöscht: Der Server antwortet nicht.",
  formerMember: "Ehemaliges Mitglied",
  moment: "Bei",
  wholeCall: "ganzer Anruf",
  currentTime: "Aktuelle Stelle",
  useCurrentTime: "Die aktuelle Stelle des Players übernehmen",
  draft: "Entwurf",
  cancel: "Abbrechen",
  discard: "Verwerfen",
  save: "Speichern",
  saving: "Wird gespeichert …",
  beyondEnd: (end) => `Die Aufnahme endet bei ${end}.`,
  noteNotSaved:
    "Nicht gespeichert: Der Server antwortet nicht. Ihr Text bleibt hier erhalten; versuchen Sie es gleich noch einmal.",
  notSaved: "Nicht gespeichert: Der Server antwortet nicht.",
  notSavedTryAgain:
    "Nicht gespeichert: Der Server antwortet nicht. Versuchen Sie es gleich noch einmal.",
  tagNotSaved: "Nicht gespeichert: Der Server antwortet nicht. Versuchen Sie es erneut.",
  noAnswer: "Der Server antwortet nicht.",
  people: "Personen",
  peopleFound: (count) => `${count} ${count === 1 ? "Person" : "Personen"}`,
  noteHistory: "Verlauf der Notiz",
  writtenAt: "{at}, bei {moment}",
  callHistory: "Verlauf von Tags und Prüfung",
  nothingYet: "Noch nichts.",
  reviewCleared: "{name} hat die Prüfung zurückgenommen",
  reviewMarked: "{name} hat den Anruf als „{state}“ markiert",
  reviewMarkedWhy: "{name} hat den Anruf als „{state}“ markiert: {reason}",
  tagAdded: "{name} hat {tag} hinzugefügt",
  tagRemoved: "{name} hat {tag} entfernt",
  loading: "Wird geladen …",
  notLoaded: "Das ließ sich nicht laden.",
  review: "Prüfung",
  reviewBy: "{state} – markiert von {name}, {at}",
  editReason: "Grund bearbeiten",
  addReason: "Grund angeben",
  why: { to_review: "Warum prüfen", reviewed: "Warum geprüft", flagged: "Warum beanstandet" },
  reason: "Grund",
  optionalReason: "Grund (optional)",
  flag: "Beanstanden",
  tags: "Tags",
  tag: "Tag",
  addTag: "Tag hinzufügen",
  addedBy: (name, day, time) => `Hinzugefügt von ${name}, ${day}, ${time}`,
  removeTag: (name) => `${name} entfernen`,
  findTag: "Tag suchen oder anlegen",
  selected: "ausgewählt",
  create: "„{name}“ anlegen",
  noTags: "Noch keine Tags. Geben Sie einen Namen ein, um das erste anzulegen.",
  tagsNotLoaded: "Die Tags ließen sich nicht laden.",
  colour: "Farbe",
  colours: {
    blue: "Blau",
    orange: "Orange",
    green: "Grün",
    purple: "Lila",
    red: "Rot",
    yellow: "Gelb",
    grey: "Grau",
  },
  tagSelected: "Tag",
  whatToDo: "Aktion",
  add: "Hinzufügen",
  remove: "Entfernen",
  savedPartly: (count) =>
    `Nur für ${countFormat.format(count)} Anrufe gespeichert: Der Server antwortet nicht.`,
  tagged: (count) => `Tag zu ${ofCalls(count)} hinzugefügt`,
  untagged: (count) => `Tag von ${ofCalls(count)} entfernt`,
  noTagsOfTeam: "Noch keine Tags. Legen Sie das erste hier oder bei einem Anruf an.",
  madeBy: "von {name}, {at}",
  change: "Ändern",
  changeTag: (name) => `${name} ändern`,
  newTag: "Neues Tag",
  createTag: "Tag anlegen",
  name: "Name",
  calls,
  asksDeleteTag: (count) =>
    count > 0 ? `{name} löschen und von ${ofCalls(count)} entfernen?` : "{name} löschen?",
  deleteTag: "Tag löschen",
};

export const notesRoom: TranslationOf<typeof notesRoomTexts> = {
  nothingWritten: "Schreiben Sie zuerst etwas.",
  tooLong: {
    note: (most, length) =>
      `Eine Notiz kann bis zu ${most} Zeichen lang sein; diese hat ${length}.`,
    reason: (most, length) =>
      `Ein Grund kann bis zu ${most} Zeichen lang sein; dieser hat ${length}.`,
  },
  badMoment: "Geben Sie eine Stelle wie 0:42 ein, oder lassen Sie das Feld leer.",
  noReason: "Geben Sie an, was zu beanstanden ist.",
  noteRefused: {
    "not-found": "Diesen Anruf oder diese Notiz gibt es nicht mehr.",
    "not-allowed": "Nur wer die Notiz geschrieben hat, kann sie bearbeiten.",
    "no-room":
      "Für diesen Anruf sind keine weiteren Notizen möglich. Löschen Sie eine, die Sie nicht brauchen.",
  },
  noName: "Geben Sie einen Namen ein.",
  severalLines: "Verwenden Sie nur eine Zeile.",
  nameTooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
  tagRefused: {
    "not-found": "Dieses Tag oder diesen Anruf gibt es nicht mehr.",
    "name-taken": "Ein Tag mit diesem Namen gibt es schon.",
    "no-room": "Möglich sind 300 Tags, und 50 pro Anruf. Entfernen Sie zuerst eines.",
  },
};

export const review: TranslationOf<typeof reviewTexts> = {
  to_review: "Zu prüfen",
  reviewed: "Geprüft",
  flagged: "Beanstandet",
};
