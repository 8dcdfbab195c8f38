"use client";

import type { NameListView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import { ChangeNotice } from "./change-notice";
import type { NameActions } from "./name-actions";
import { NameList } from "./name-list";
import { useChanges } from "./use-changes";

type VocabularySettingsProps = {
  lists: Record<VocabularyField, NameListView>;
  /** Null for who may only look. */
  actions: NameActions | null;
};

/** The names of both fields; what was changed last can be undone, whichever it was of. */
export function VocabularySettings({ lists, actions }: VocabularySettingsProps) {
  const changes = useChanges(actions?.undo ?? null);
  const shared = { actions, changes };
  return (
    <>
      <NameList field="status" label="Statuses" list={lists.status} {...shared} />
      <NameList field="campaign" label="Campaigns" list={lists.campaign} {...shared} />
      {/* So that the notice never covers what stands last. */}
      {actions ? <div className="h-14" /> : null}
      <ChangeNotice {...changes} />
    </>
  );
}
