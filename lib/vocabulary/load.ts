import "server-only";
import { forViewers, requireViewer } from "@/lib/access/gate/gate";
import { wantZone } from "@/lib/recordings/totals/totals";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { chooseInterimColour, findFreeColour } from "./colours";
import {
  listLearnedValues,
  mostListed,
  readDistinctions,
  readVocabulary,
  suggestMerges,
} from "./read-vocabulary";
import { listSuccessStatuses } from "./store";
import { getMerged, listGivenColours, listNames, mergeTerms } from "./terms";
import type { NameListView, VocabularyField, VocabularyView } from "./views";

/** What statuses and campaigns are called, for whoever is signed in. */
export const loadVocabulary = forViewers(readVocabulary);

/** The statuses of calls that went well. */
export const loadSuccessStatuses = forViewers(listSuccessStatuses);

/** Every name of both fields, and whether this person may change them. */
export async function loadNameLists(): Promise<
  Record<VocabularyField, NameListView> & { canChange: boolean }
> {
  const viewer = await requireViewer({ returnTo: "/settings/vocabulary" });
  wantZone(await viewerTimeZone());
  const [status, campaign] = await Promise.all([listField("status"), listField("campaign")]);
  return { status, campaign, canChange: viewer.role === "administrator" };
}

async function listField(field: VocabularyField): Promise<NameListView> {
  const [{ values, total }, vocabulary, areDistinct] = await Promise.all([
    listLearnedValues(field, mostListed),
    readVocabulary(),
    readDistinctions(field),
  ]);
  const terms = mergeTerms(values, vocabulary[field], { isWhole: total !== null });
  const names = listNames(
    terms,
    vocabulary[field],
    field === "status" ? colourAll(terms, vocabulary) : undefined,
  );
  return {
    names,
    more: total === null ? null : total - values.length,
    suggestions: suggestMerges(names, areDistinct),
  };
}

/** The automatic colours of all: of what has another one too, what it would have without. */
function colourAll(
  terms: readonly { value: string }[],
  { status, statusColours }: VocabularyView,
): VocabularyView["statusColours"] {
  const given = listGivenColours(status);
  const taken = new Set([...statusColours.values(), ...given]);
  return new Map(
    terms.map(({ value }) => {
      const { values, colour } = getMerged(status, value);
      const isShown = values[0] === value && colour === null;
      const known = statusColours.get(value);
      if (known) return [value, known];
      return isShown
        ? [value, chooseInterimColour(value, statusColours, given)]
        : [value, findFreeColour(value, taken)];
    }),
  );
}
