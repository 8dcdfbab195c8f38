import type { TranslationOf } from "@/lib/language/texts";
import type { columnLabelTexts } from "./label-texts.en";

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
