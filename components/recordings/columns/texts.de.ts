import type { TranslationOf } from "@/lib/language/texts";
import type { columnChooserTexts } from "./column-chooser";
import type { columnLabelTexts } from "./columns";
import type { columnsMenuTexts } from "./columns-menu";

export const columnsMenu: TranslationOf<typeof columnsMenuTexts> = {
  columns: "Spalten",
  display: "Darstellung",
};

export const columnLabels: TranslationOf<typeof columnLabelTexts> = {
  created_at: "Zeit",
  customer: "Kunde",
  phone_number: "Telefonnummer",
  campaign: "Kampagne",
  status: "Status",
  minutes_used: "Minuten",
  has_transcript: "Transkript",
  summary: "Zusammenfassung",
  tags: "Tags",
  review: "Prüfung",
  notes: "Notizen",
  email: "E-Mail",
  type: "Kundentyp",
  gender: "Geschlecht",
  is_confirmed: "Bestätigt",
  is_phone_number_correct: "Nummer korrekt",
  id: "Anruf-ID",
  call_sid: "Sitzungs-ID",
  received_at: "Empfangen",
  changed_at: "Geändert",
  heard: "Gehört",
};

export const columnChooser: TranslationOf<typeof columnChooserTexts> = {
  density: "Zeilenhöhe",
  densities: { comfortable: "komfortabel", compact: "kompakt" },
  relativeTimes: "Relative Zeiten",
  dayDividers: "Tage trennen",
  columns: "Spalten",
  always: "immer",
  narrower: (column) => `${column} schmaler machen`,
  wider: (column) => `${column} breiter machen`,
  moveUp: (column) => `${column} nach oben`,
  moveDown: (column) => `${column} nach unten`,
  reset: "Spalten und Darstellung zurücksetzen",
};
