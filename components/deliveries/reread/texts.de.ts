import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { deliveriesRereadTexts } from "./texts.en";

export const deliveriesReread: TranslationOf<typeof deliveriesRereadTexts> = {
  reprocess: "Neu verarbeiten",
  explanation:
    "Verarbeitet gespeicherte Payloads mit dem heutigen Parser neu. Neuere Daten werden nie durch ältere ersetzt, und neue Anrufe gehen vor.",
  shown: {
    all: "Alle hier gezeigten neu verarbeiten",
    one: "Die hier gezeigte neu verarbeiten",
    several: (count) => `Alle ${count} hier gezeigten neu verarbeiten`,
  },
  held: {
    all: "Alle zurückgestellten neu verarbeiten",
    one: "Die zurückgestellte neu verarbeiten",
    several: (count) => `Alle ${count} zurückgestellten neu verarbeiten`,
  },
  refusals: {
    "another-is-open":
      "Ein anderer Lauf ist im Gang. Warten Sie sein Ende ab oder verwerfen Sie ihn.",
    "nothing-matches": "Es passt keine Zustellung mehr.",
  },
  reprocessing: "Neuverarbeitung",
  states: {
    running: "Wird neu verarbeitet",
    stopped: "Angehalten; setzt am selben Punkt fort",
    done: "Neu verarbeitet",
    discarded: "Teilweise neu verarbeitet",
  },
  since: (at) => `{deliveries}, seit ${at}`,
  allDeliveries: "Alle Zustellungen",
  stop: "Anhalten",
  resume: "Fortsetzen",
  discard: "Verwerfen",
  deliveriesReprocessed: "Neu verarbeitete Zustellungen",
  read: (count) => `${countFormat.format(count)} gelesen`,
  readOf: (count, total) => `${countFormat.format(count)} von ${countFormat.format(total)} gelesen`,
  released: (count) => `${countFormat.format(count)} freigegeben`,
  stillHeld: (count) => `${countFormat.format(count)} weiterhin zurückgestellt`,
  withoutBytes: (count) => `${countFormat.format(count)} ohne Payload`,
  waiting: (fault) => `Wartet auf einen neuen Versuch: ${fault}`,
};
