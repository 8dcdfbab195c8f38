import type { TranslationOf } from "@/lib/language/texts";
import type { searchTexts } from "./search-box";
import type { searchSuggestionsTexts } from "./suggest";

export const search: TranslationOf<typeof searchTexts> = {
  recordings: "Aufnahmen durchsuchen",
  placeholder: "Suchen",
  clear: "Suche leeren",
};

export const searchSuggestions: TranslationOf<typeof searchSuggestionsTexts> = {
  suggestions: "Vorschläge",
  found: (count) => `${count} ${count === 1 ? "Vorschlag" : "Vorschläge"}`,
  fields: {
    status: { detail: "Status", also: "" },
    campaign: { detail: "Kampagne", also: "kampagne" },
    minutes: { detail: "Minuten, etwa 2..5", also: "minuten dauer" },
    from: { detail: "Ab diesem Tag", also: "ab von seit datum" },
    to: { detail: "Bis zu diesem Tag", also: "bis datum" },
    type: { detail: "Kundentyp", also: "kundentyp" },
    gender: { detail: "Geschlecht", also: "geschlecht" },
    customer: { detail: "ID des Kunden", also: "kunde" },
    audio: { detail: "Audio, etwa ausstehend", also: "" },
    heard: { detail: "Gehört, etwa von mir", also: "gehört" },
    issue: { detail: "Audioproblem, etwa stumm", also: "audioproblem problem" },
    tag: { detail: "Tag", also: "" },
    review: { detail: "Prüfung, etwa beanstandet", also: "prüfung" },
    mentioned: { detail: "In Notizen erwähnt, etwa ich", also: "erwähnt" },
    notes: { detail: "Notizen, ja oder nein", also: "notizen" },
    protected: { detail: "Vor Löschung geschützt, ja oder nein", also: "geschützt" },
    text: { detail: "Gesprochener Text, etwa vorhanden", also: "gesprochener text" },
    transcript: { detail: "Transkript, ja oder nein", also: "transkript" },
    confirmed: { detail: "Kunde bestätigt, ja oder nein", also: "bestätigt" },
    phone: { detail: "Telefonnummer, richtig oder falsch", also: "telefonnummer nummer" },
    incomplete: { detail: "Unvollständig, ja oder nein", also: "unvollständig" },
  },
  yes: "ja",
  no: "nein",
  ok: "richtig",
  wrong: "falsch",
  empty: "leer",
};
