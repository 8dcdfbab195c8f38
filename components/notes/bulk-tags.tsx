"use client";

import { lazy, Suspense, useState } from "react";
import { Choice } from "@/components/ui/controls/choice";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import type { TagView } from "@/lib/notes/views";
import type { TagActions } from "./notes-section";
import { notesTexts } from "./texts.en";

const TagPicker = lazy(() => import("./tag-picker"));

type BulkTagsProps = {
  ids: string[];
  actions: TagActions;
  className: string;
  onDone: (said: string) => void;
};

/** Calls of one request; more than these go in several. */
const atOnce = 500;

/** Puts a tag on all selected calls, or takes it from them. */
export function BulkTags({ ids, actions, className, onDone }: BulkTagsProps) {
  const t = notesTexts();
  const [isOn, setOn] = useState(true);
  const choose = async (tag: TagView): Promise<string | null> => {
    for (let from = 0; from < ids.length; from += atOnce) {
      const slice = ids.slice(from, from + atOnce);
      const answer = await actions.set(slice, tag.key, isOn).catch(() => null);
      if (!answer) return from === 0 ? t.notSaved : t.savedPartly(from);
      if (answer.fault) return answer.fault.word;
    }
    onDone(isOn ? t.tagged(ids.length) : t.untagged(ids.length));
    return null;
  };
  return (
    <Popover triggerClassName={className} trigger={t.tagSelected} className="sm:w-72">
      <fieldset className="flex gap-3 px-3 pt-2.5">
        <legend className="sr-only">{t.whatToDo}</legend>
        {[true, false].map((value) => (
          <Choice
            key={String(value)}
            name="bulk-tags"
            checked={isOn === value}
            onChange={() => setOn(value)}
          >
            {value ? t.add : t.remove}
          </Choice>
        ))}
      </fieldset>
      <WhenOpened className="min-h-24">
        <Suspense>
          <TagPicker actions={actions} chosen={[]} onChoose={choose} />
        </Suspense>
      </WhenOpened>
    </Popover>
  );
}
