import type { TranslationOf } from "@/lib/language/texts";
import type { shellTexts } from "./texts.en";

export const shell: TranslationOf<typeof shellTexts> = {
  skipToNavigation: "Zur Navigation springen",
  skipToList: "Zur Liste springen",
  menu: "Menü",
  main: "Hauptnavigation",
  recordings: "Aufnahmen",
  customers: "Kunden",
  campaigns: "Kampagnen",
  settings: "Einstellungen",
  callingService: "Anrufdienst",
  vocabulary: "Status & Kampagnen",
  tags: "Tags",
  webhooks: "Webhooks",
  retention: "Aufbewahrung",
  members: "Mitglieder",
  audit: "Auditprotokoll",
  signOut: "Abmelden",
};
