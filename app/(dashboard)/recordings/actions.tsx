"use server";

import { listHref } from "@/components/recordings/list-href";
import { requireViewer } from "@/lib/access/gate/gate";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { OpenCall } from "./open-call";

/** The panel of a call beside the list whose address has this search; both come from strangers. */
export async function showCall(id: unknown, search: unknown): Promise<React.ReactNode> {
  const parameters = new URLSearchParams(String(search));
  parameters.set("open", String(id));
  const { unread: _, ...query } = parseRecordingQuery(parameters);
  await requireViewer({ returnTo: listHref(query) });
  const { open } = query.page;
  // Whole, so that nothing of the page waits for a part of it.
  return open === null ? null : OpenCall({ id: open, query });
}
