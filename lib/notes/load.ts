import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { getNotes, listShownNotes, listTags, listTagsWithCalls } from "./queries";
import type { ListedTagView, NotesView, RowNotesView, TagView } from "./views";

/** What people have said of a call. */
export async function loadNotes(recordingId: string): Promise<NotesView> {
  const viewer = await requireViewer();
  return getNotes(recordingId, viewer, await viewerTimeZone());
}

/** Every tag that there is, by name. */
export async function loadTags(): Promise<TagView[]> {
  await requireViewer();
  return listTags();
}

/** The same for their settings, and whether this person may change them. */
export async function loadTagList(): Promise<{ tags: ListedTagView[]; canChange: boolean }> {
  const viewer = await requireViewer({ returnTo: "/settings/tags" });
  return { tags: await listTagsWithCalls(), canChange: viewer.role === "administrator" };
}

/** What was said of the calls of a list, where it has a column for that. */
export async function loadShownNotes(
  rows: { id: string }[],
  columns: readonly string[] | null,
): Promise<Map<string, RowNotesView>> {
  await requireViewer();
  return listShownNotes(
    rows.map(({ id }) => id),
    columns ?? undefined,
  );
}
