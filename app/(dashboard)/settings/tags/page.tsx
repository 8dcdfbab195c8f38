import type { Metadata } from "next";
import { TagSettings } from "@/components/notes/tag-settings";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { describeTag, makeTag, removeTag } from "@/lib/notes/actions";
import { loadTagList } from "@/lib/notes/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Tags" };

export default async function TagsPage() {
  const { tags, canChange } = await loadTagList();
  return (
    <PageBody>
      <PageHeader
        title="Tags"
        description={
          canChange
            ? "Labels for calls. Links that filter by a tag keep working after you rename it."
            : "Labels for calls. Anyone can create tags; administrators can rename, recolour and delete them."
        }
      />
      <Section label="Tags">
        <TagSettings
          tags={tags}
          timeZone={await viewerTimeZone()}
          make={makeTag}
          actions={canChange ? { change: describeTag, remove: removeTag } : null}
        />
      </Section>
    </PageBody>
  );
}
