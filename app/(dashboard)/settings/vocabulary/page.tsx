import type { Metadata } from "next";
import { PageBody, PageHeader } from "@/components/ui/page/sections";
import { VocabularySettings } from "@/components/vocabulary/settings/vocabulary-settings";
import {
  answerLikeness,
  moveName,
  resetNames,
  resetOrder,
  saveName,
  saveTraits,
  undoTermChange,
} from "@/lib/vocabulary/actions";
import { loadNameLists } from "@/lib/vocabulary/load";

export const metadata: Metadata = { title: "Statuses & campaigns" };

const actions = {
  ...{ name: saveName, describe: saveTraits, reset: resetNames },
  ...{ move: moveName, resetOrder, distinguish: answerLikeness, undo: undoTermChange },
};

export default async function VocabularyPage() {
  const { canChange, ...lists } = await loadNameLists();
  return (
    <PageBody>
      <PageHeader
        title="Statuses & campaigns"
        description={
          canChange
            ? "Earshot learns these from your calls. Values that share a name are one everywhere: in lists, filters, counts and charts. Links and exports keep the raw values."
            : "Earshot learns these from your calls. Administrators rename, merge, colour, group and order them."
        }
      />
      <VocabularySettings lists={lists} actions={canChange ? actions : null} />
    </PageBody>
  );
}
