import type { TranslationOf } from "@/lib/language/texts";
import type { listensTexts } from "./listens-texts.en";

export const listens: TranslationOf<typeof listensTexts> = {
  title: "Auditprotokoll",
  about: "Wer welchen Anruf wann angehört hat.",
  listening: "Angehörte Anrufe",
  time: "Zeit",
  person: "Person",
  call: "Anruf",
  timeListened: "Angehört",
  entries: "Einträge",
  advice: "Diesen Anruf hat niemand angehört, oder zumindest nicht diese Person.",
  nobodyYet: "Noch hat niemand einen Anruf angehört",
  aboutEntries:
    "Jedes Mal, wenn jemand einen Anruf abspielt, erscheint es hier mit der Zeit und der gehörten Dauer.",
  onlyPerson: "Nur zeigen, was diese Person angehört hat",
  formerMember: "Ehemaliges Mitglied",
  removedCall: "Entfernter Anruf {id}",
  recording: "Aufnahme",
  is: "ist",
};
