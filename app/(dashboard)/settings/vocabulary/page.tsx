import type { Metadata } from "next";
import { PageBody } from "@/components/ui/page/page-body";
import { PageHeader } from "@/components/ui/page/page-header";
import { Section } from "@/components/ui/page/section";
import { TermList } from "@/components/vocabulary/term-list";
import { orderTerm, resetOrder, resetTerm, saveTerm } from "@/lib/vocabulary/actions";
import { loadTermLists } from "@/lib/vocabulary/load";

export const metadata: Metadata = { title: "Vocabulary" };

const allActions = { save: saveTerm, reset: resetTerm, move: orderTerm, resetOrder };

export default async function VocabularyPage() {
  const { status, campaign, canChange } = await loadTermLists();
  const actions = canChange ? allActions : null;
  return (
    <PageBody>
      <PageHeader
        title="Vocabulary"
        description={
          canChange
            ? "Statuses and campaigns are learned from the calls. Names, colours, groups and order apply everywhere; addresses, searches and exports keep the value as it arrives."
            : "Statuses and campaigns are learned from the calls. Administrators give them names, colours, groups and an order."
        }
      />
      <Section title="Statuses">
        <TermList field="status" label="Statuses" list={status} actions={actions} />
      </Section>
      <Section title="Campaigns">
        <TermList field="campaign" label="Campaigns" list={campaign} actions={actions} />
      </Section>
    </PageBody>
  );
}
