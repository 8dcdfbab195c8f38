import { markLabels, toHeldUpLabel } from "@/components/vocabulary/values";
import { route, unreadable } from "@/lib/access/gate/route";
import { soundCheckTexts } from "@/lib/audio/kept/check-sound";
import { readFreeQuotaBytes } from "@/lib/audio/kept/limits";
import { anyoneHeard, halfHeard } from "@/lib/heard/views";
import { listMentionable, listTags } from "@/lib/notes/queries";
import { countMarks } from "@/lib/recordings/counts/count-calls";
import { type MarkField, markFields } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveFilter } from "@/lib/recordings/filter/resolve-dates";
import type { MarkFacetView } from "@/lib/recordings/views/mark-facet";
import { viewerClock } from "@/lib/settings/time-zone";

/** The values of a kind of marks, and how many calls have each under the rest of a filter. */
export const GET = route({ parse }, async ({ input, viewer, request: { signal } }) => {
  const { field } = input;
  const clock = await viewerClock();
  const filter = resolveFilter(input.filter, viewer.userId, clock);
  const named = await listValues[field]();
  try {
    const counts = await countMarks(field, [...named.keys()], filter, clock.timeZone, { signal });
    const hints: Readonly<Record<string, string>> = field === "check" ? soundCheckTexts() : {};
    const values = counts.map((one) => ({
      ...one,
      label: named.get(one.value) ?? one.value,
      ...(hints[one.value] && { hint: hints[one.value] }),
    }));
    return { values } satisfies MarkFacetView;
  } catch (error) {
    if (signal.aborted) return new Response(null, { status: 499 });
    throw error;
  }
});

function parse(search: URLSearchParams) {
  const name = search.get("field") ?? "";
  const field = markFields.find((one) => one === name);
  return field ? { field, ...parseRecordingQuery(search) } : unreadable([`field=${name}`]);
}

/** The values that a field can have, in their order, and what people call them. */
const listValues: Record<MarkField, () => Promise<Map<string, string>>> = {
  audio: listAudio,
  check: async () => listFixed("check"),
  heard: async () => new Map([anyoneHeard, halfHeard].map((value) => [value, value])),
  tag: async () => new Map((await listTags()).map(({ key, name }) => [key, name])),
  review: async () => listFixed("review"),
  notes: async () => listFixed("notes"),
  protected: async () => listFixed("protected"),
  text: async () => listFixed("text"),
  mentioned: async () =>
    new Map((await listMentionable()).map(({ userId, name }) => [userId, name])),
};

/** What waits for want of room says so. */
async function listAudio(): Promise<Map<string, string>> {
  const values = listFixed("audio");
  if ((await readFreeQuotaBytes()) > 0) return values;
  for (const value of ["waiting", "not_ready"]) {
    values.set(value, toHeldUpLabel(values.get(value) ?? value));
  }
  return values;
}

function listFixed(field: MarkField): Map<string, string> {
  return new Map(
    Object.entries(markLabels[field]).flatMap(([value, label]) =>
      value === "" ? [] : [[value, `${label.charAt(0).toUpperCase()}${label.slice(1)}`]],
    ),
  );
}
