import type { TranslationOf } from "@/lib/language/texts";
import type { savedViewsRoomTexts } from "@/lib/saved-views/store";
import type { savedViewsPanelTexts } from "./view-row";
import type { savedViewsTexts } from "./views-menu";

export const savedViews: TranslationOf<typeof savedViewsTexts> = {
  views: "Ansichten",
  view: "Ansicht:",
  changed: "geändert",
};

export const savedViewsPanel: TranslationOf<typeof savedViewsPanelTexts> = {
  began: "Nicht gespeicherte Änderungen an {view}.",
  update: "Ansicht aktualisieren",
  undo: "Änderungen verwerfen",
  allCalls: "Alle Anrufe",
  mentions: "Erwähnungen von mir",
  mine: "Eigene",
  noneMine: "Noch keine gespeicherten Ansichten.",
  team: "Team",
  noneTeam: "Noch keine. Für das Team gespeicherte Ansichten erscheinen hier für alle.",
  saveNew: "Diese Liste als neue Ansicht speichern",
  saveFirst: "Diese Liste als Ansicht speichern",
  name: "Name",
  forWhom: "Sichtbar für",
  forMe: "Nur mich",
  forTeam: "Das Team",
  save: "Speichern",
  saving: "Wird gespeichert …",
  saved: "Gespeichert.",
  isTeamDefault: "Standard des Teams",
  isMyDefault: "Mein Standard",
  optionsOf: (view) => `Optionen von ${view}`,
  rename: "Umbenennen",
  makeMyDefault: "Als meinen Standard festlegen",
  notMyDefault: "Nicht mehr mein Standard",
  makeTeamDefault: "Als Standard des Teams festlegen",
  notTeamDefault: "Nicht mehr Standard des Teams",
  replace: "Durch diese Liste ersetzen",
  share: "Mit dem Team teilen",
  delete: "Löschen",
  asksDelete: (view) => `„${view}“ löschen? Die Anrufe bleiben erhalten.`,
  asksDeleteForAll: (view) => `„${view}“ für alle löschen? Die Anrufe bleiben erhalten.`,
  deleteView: "Ansicht löschen",
  keep: "Behalten",
  madeBy: (owner) => `Erstellt von ${owner}.`,
  madeByFormer: "Erstellt von einem ehemaligen Mitglied.",
  whoMayChange: "Ändern kann sie nur diese Person oder ein Administrator.",
};

export const savedViewsRoom: TranslationOf<typeof savedViewsRoomTexts> = {
  noName: "Geben Sie einen Namen ein.",
  nameTooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
  tooManyFilters: "Diese Liste hat zu viele Filter, um gespeichert zu werden.",
  refused: {
    "not-found": "Diese Ansicht gibt es nicht mehr.",
    "not-allowed": "Nur Administratoren und wer sie angelegt hat, können diese Ansicht ändern.",
    "no-room": "Für weitere Ansichten ist kein Platz. Löschen Sie eine, die Sie nicht brauchen.",
    "name-taken": "Eine Ansicht mit diesem Namen gibt es schon. Wählen Sie einen anderen.",
  },
};
