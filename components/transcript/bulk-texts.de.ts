import { numberFormat } from "@/components/format/intl";
import type { TranslationOf } from "@/lib/language/texts";
import type { bulkTranscriptTexts } from "./bulk-texts.en";
import { formatCost } from "./format-cost";

const countFormat = numberFormat();

export const bulkTranscripts: TranslationOf<typeof bulkTranscriptTexts> = {
  open: "Anrufe transkribieren …",
  counting: "Wird gezählt …",
  none: "Alle Anrufe hier haben schon ein Transkript oder kein Audio.",
  found: (calls, isMore) =>
    `${isMore ? "Mehr als " : ""}${countFormat.format(calls)} ${calls === 1 ? "Anruf hat" : "Anrufe haben"} Audio und kein Transkript.`,
  cost: (minutes, cost) =>
    `Etwa ${countFormat.format(Math.max(1, Math.round(minutes)))} min Audio${cost === null ? "" : `, ${formatCost(cost)} zum eingestellten Preis`}.`,
  begin: (calls) =>
    `${countFormat.format(calls)} ${calls === 1 ? "Anruf" : "Anrufe"} transkribieren`,
  asking: "Wird angefordert …",
  queued: (calls) =>
    `${countFormat.format(calls)} ${calls === 1 ? "Transkript" : "Transkripte"} angefordert. Die Anrufe bekommen sie nacheinander.`,
  failed: "Das ging nicht. Versuchen Sie es erneut.",
  cancel: "Abbrechen",
};
