import { pagesTexts, titled } from "@/app/texts.en";
import { TagSettings } from "@/components/notes/tag-settings";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { makeTag, removeTag, updateTag } from "@/lib/notes/actions";
import { loadTagList } from "@/lib/notes/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.tags.title);

export default async function TagsPage() {
  const { tags, canChange } = await loadTagList();
  const t = pagesTexts().tags;
  return (
    <PageBody>
      <PageHeader title={t.title} description={canChange ? t.text : t.textOfMembers} />
      <Section label={t.title}>
        <TagSettings
          tags={tags}
          timeZone={await viewerTimeZone()}
          make={makeTag}
          actions={canChange ? { change: updateTag, remove: removeTag } : null}
        />
      </Section>
    </PageBody>
  );
}
