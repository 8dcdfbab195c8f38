import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { wantZone } from "@/lib/recordings/totals/run-totals";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { chooseInterimColour } from "./colours";
import { listLearnedValues, mostListed, readDistinctions, readVocabulary } from "./read-vocabulary";
import { listSuccessStatuses } from "./store";
import { suggestMerges } from "./suggest-merges";
import { listNames, mergeTerms } from "./terms";
import type { NameListView, VocabularyField, VocabularyView } from "./views";

/** What statuses and campaigns are called, for whoever is signed in. */
export async function loadVocabulary(): Promise<VocabularyView> {
  await requireViewer();
  return readVocabulary();
}

/** The statuses of calls that went well. */
export async function loadSuccessStatuses(): Promise<string[]> {
  await requireViewer();
  return listSuccessStatuses();
}

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
    field === "status" ? colourAll(terms, vocabulary.statusColours) : undefined,
  );
  return {
    names,
    more: total === null ? null : total - values.length,
    suggestions: suggestMerges(names, areDistinct),
  };
}

/** The automatic colours of all, of those that were given none yet, too. */
function colourAll(
  terms: readonly { value: string }[],
  chosen: VocabularyView["statusColours"],
): VocabularyView["statusColours"] {
  return new Map(
    terms.map(({ value }) => [value, chosen.get(value) ?? chooseInterimColour(value, chosen)]),
  );
}
