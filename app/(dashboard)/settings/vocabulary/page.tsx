import { pagesTexts, titled } from "@/app/texts.en";
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

export const generateMetadata = titled((t) => t.vocabulary.title);

const actions = {
  name: saveName,
  describe: saveTraits,
  reset: resetNames,
  move: moveName,
  resetOrder,
  distinguish: answerLikeness,
  undo: undoTermChange,
};

export default async function VocabularyPage() {
  const { canChange, ...lists } = await loadNameLists();
  const t = pagesTexts().vocabulary;
  return (
    <PageBody>
      <PageHeader title={t.title} description={canChange ? t.text : t.textOfMembers} />
      <VocabularySettings lists={lists} actions={canChange ? actions : null} />
    </PageBody>
  );
}
