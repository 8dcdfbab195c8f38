"use client";

import { Plus, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { formatShort } from "@/components/format/dates";
import { buttonStyle } from "@/components/ui/controls/button";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import type { NotesAnswer, NotesView, TagView } from "@/lib/notes/views";
import { toName } from "./note-thread";
import type { TagActions } from "./notes-actions";
import { TagChip, taggedHref } from "./tag-chip";
import { notesTexts } from "./texts.en";

const TagPicker = lazy(() => import("./tag-picker"));

type TagBarProps = {
  recordingId: string;
  tags: NotesView["tags"];
  timeZone: string;
  actions: TagActions;
  onSaved: (answer: NotesAnswer) => void;
};

/** The tags of a call, each with who put it there, and the way to another one. */
export function TagBar({ recordingId, tags, timeZone, actions, onSaved }: TagBarProps) {
  const t = notesTexts();
  const [fault, setFault] = useState<string | null>(null);
  const put = async (tag: TagView, isOn: boolean): Promise<string | null> => {
    const answer = await actions.set([recordingId], tag.key, isOn).catch(() => null);
    const word = answer ? (answer.fault?.word ?? null) : t.notSaved;
    setFault(word);
    if (answer && !answer.fault) onSaved(answer);
    return word;
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="w-14 shrink-0 text-dense text-muted">{t.tags}</span>
        <ul aria-label={t.tags} className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
          {tags.map((tag) => {
            const { day, time } = formatShort(tag.added.at, timeZone, new Date());
            return (
              <li key={tag.key} className="min-w-0 max-w-full">
                <TagChip
                  tag={tag}
                  title={t.addedBy(toName(tag.added.by), day, time)}
                  href={taggedHref(tag.key)}
                >
                  <button
                    type="button"
                    aria-label={t.removeTag(tag.name)}
                    onClick={() => put(tag, false)}
                    className="-my-px -mr-2 inline-flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:bg-pressed hover:text-text print:hidden"
                  >
                    <X aria-hidden className="size-3" />
                  </button>
                </TagChip>
              </li>
            );
          })}
          <li>
            <Popover
              triggerClassName={`${buttonStyle("ghost", "small")} h-6! px-1.5! text-xs!`}
              trigger={
                <>
                  <Plus aria-hidden className="size-3.5" />
                  {t.addTag}
                </>
              }
              className="sm:w-72"
            >
              <WhenOpened className="min-h-24">
                <Suspense>
                  <TagPicker
                    actions={actions}
                    chosen={tags.map(({ key }) => key)}
                    onChoose={(tag) => put(tag, !tags.some(({ key }) => key === tag.key))}
                  />
                </Suspense>
              </WhenOpened>
            </Popover>
          </li>
        </ul>
      </div>
      {fault ? (
        <p role="alert" className="mt-1 text-bad text-xs">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
