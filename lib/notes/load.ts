import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { listNames } from "@/lib/access/members/members";
import { me, type RecordingFilter, type ValueFilter } from "@/lib/recordings/filter/filter";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { getNotes, listShownNotes, listTags, listTagsWithCalls } from "./queries";
import type { ListedTagView, NotesView, RowNotesView } from "./views";

/** What people have said of a call. */
export async function loadNotes(recordingId: string): Promise<NotesView> {
  const viewer = await requireViewer();
  return getNotes(recordingId, viewer, await viewerTimeZone());
}

/** Every tag that there is, by name, for their settings, and whether this person may change them. */
export async function loadTagList(): Promise<{ tags: ListedTagView[]; canChange: boolean }> {
  const viewer = await requireViewer({ returnTo: "/settings/tags" });
  return { tags: await listTagsWithCalls(), canChange: viewer.role === "administrator" };
}

/** What tags and people are called by which a list is filtered. */
export async function loadMarkNames({
  tag,
  mentioned,
}: Pick<RecordingFilter, "tag" | "mentioned">): Promise<{
  tag: Map<string, string>;
  mentioned: Map<string, string>;
}> {
  await requireViewer();
  const keysOf = ({ include, exclude }: ValueFilter) =>
    [...include, ...exclude].filter((value) => value !== null);
  const [tags, people] = await Promise.all([
    keysOf(tag).length > 0 ? listTags() : [],
    listNames(keysOf(mentioned).filter((value) => value !== me)),
  ]);
  return { tag: new Map(tags.map(({ key, name }) => [key, name])), mentioned: people };
}

/** What was said of the calls of a list, where it has a column for that. */
export async function loadShownNotes(
  rows: { id: string }[],
  columns: readonly string[] | null,
): Promise<Map<string, RowNotesView>> {
  await requireViewer();
  return listShownNotes(
    rows.map(({ id }) => id),
    columns,
  );
}
