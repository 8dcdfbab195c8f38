"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useTransition } from "react";
import { Button, IconButton } from "@/components/ui/controls/button";
import type { NameListView, VocabularyField } from "@/lib/vocabulary/views";
import { NameList } from "./name-list";
import { vocabularySettingsTexts } from "./texts.en";
import type { NameActions } from "./vocabulary-settings";
import { type Changes, useChanges } from "./vocabulary-settings";

type VocabularySettingsProps = {
  lists: Record<VocabularyField, NameListView>;
  /** Null for who may only look. */
  actions: NameActions | null;
};

/** The names of both fields; what was changed last can be undone, whichever it was of. */
export function VocabularySettings({ lists, actions }: VocabularySettingsProps) {
  const changes = useChanges(actions?.undo ?? null);
  const t = vocabularySettingsTexts();
  const shared = { actions, changes };
  return (
    <>
      <NameList field="status" label={t.statuses} list={lists.status} {...shared} />
      <NameList field="campaign" label={t.campaigns} list={lists.campaign} {...shared} />
      {/* So that the notice never covers what stands last. */}
      {actions ? <div className="h-14" /> : null}
      <ChangeNotice {...changes} />
    </>
  );
}

/** What was done last, with Undo, above whatever is scrolled. */
export function ChangeNotice({ notice, dismiss }: Pick<Changes, "notice" | "dismiss">) {
  const [isPending, startTransition] = useTransition();
  const t = vocabularySettingsTexts();
  const boxRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // What was pressed may be gone with what it changed.
    if (notice && document.activeElement === document.body) {
      boxRef.current?.querySelector("button")?.focus();
    }
  }, [notice]);

  return (
    <div
      ref={boxRef}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--player-height))] z-40 flex justify-center px-4 lg:left-56"
    >
      <div
        className={
          notice
            ? "pointer-events-auto flex max-w-xl items-center gap-2 rounded-lg bg-raised py-1.5 pr-1.5 pl-4 text-dense shadow-popover"
            : undefined
        }
      >
        {/* Always there, so that a screen reader notices what comes into it. */}
        <p
          role="status"
          className={`min-w-0 wrap-anywhere py-1 ${notice?.isFault ? "text-bad" : ""}`}
        >
          {notice?.text}
        </p>
        {notice?.undo ? (
          <Button
            size="small"
            variant="ghost"
            disabled={isPending}
            className="text-accent!"
            onClick={() => startTransition(async () => notice.undo?.())}
          >
            {t.undo}
          </Button>
        ) : null}
        {notice ? (
          <IconButton label={t.dismiss} onClick={dismiss}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        ) : null}
      </div>
    </div>
  );
}
