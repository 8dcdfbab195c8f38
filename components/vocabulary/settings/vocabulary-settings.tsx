"use client";

import { X } from "lucide-react";
import { useCallback, useEffect, useRef, useState, useTransition } from "react";
import { Button, IconButton } from "@/components/ui/controls/button";
import type {
  ChangeAnswer,
  Likeness,
  NameKey,
  NameListView,
  TermChange,
  TermKey,
  TermTraits,
  VocabularyField,
} from "@/lib/vocabulary/views";
import { NameList } from "./name-list";
import { vocabularySettingsTexts } from "./texts.en";

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
function ChangeNotice({ notice, dismiss }: Pick<Changes, "notice" | "dismiss">) {
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

/** What was done last, in words, and how it is taken back; null: it can't be, or was. */
type Notice = {
  text: string;
  isFault: boolean;
  undo: (() => Promise<void>) | null;
};

export type Changes = {
  notice: Notice | null;
  dismiss: () => void;
  say: (text: string) => void;
  /** Does something, and says so unless it was refused or asks. Null: it failed, which is said. */
  run: (work: () => Promise<ChangeAnswer>, text: string) => Promise<ChangeAnswer | null>;
  /** The same for what is undone in a way of its own. */
  runOwn: (work: () => Promise<void>, text: string, back: () => Promise<void>) => Promise<void>;
};

/** One change after another, the last of which can be undone. */
function useChanges(undo: NameActions["undo"] | null): Changes {
  const [notice, setNotice] = useState<Notice | null>(null);
  // What is said of an older change comes too late.
  const newest = useRef(0);

  const attempt = useCallback(async <T,>(work: () => Promise<T>): Promise<T | null> => {
    newest.current += 1;
    try {
      return await work();
    } catch {
      setNotice({ text: vocabularySettingsTexts().failed, isFault: true, undo: null });
      return null;
    }
  }, []);
  const say = useCallback((text: string) => setNotice({ text, isFault: false, undo: null }), []);
  const offerUndo = useCallback(
    (text: string, back: () => Promise<boolean>) => {
      const own = newest.current;
      const takeBack = async () => {
        const isUndone = await attempt(back);
        if (isUndone === true) say(vocabularySettingsTexts().undone);
        else if (isUndone === false) {
          const changed = vocabularySettingsTexts().notUndone;
          setNotice({ text: changed, isFault: true, undo: null });
        }
      };
      if (own === newest.current) setNotice({ text, isFault: false, undo: takeBack });
    },
    [attempt, say],
  );

  return {
    notice,
    say,
    dismiss: useCallback(() => setNotice(null), []),
    run: useCallback(
      async (work, text) => {
        const answer = await attempt(work);
        if (answer?.outcome !== "done" || !undo) return answer;
        const { change } = answer;
        if (change.terms.length === 0) say(vocabularySettingsTexts().nothingToChange);
        else offerUndo(text, () => undo(change));
        return answer;
      },
      [attempt, say, offerUndo, undo],
    ),
    runOwn: useCallback(
      async (work, text, back) => {
        const isDone = await attempt(async () => {
          await work();
          return true;
        });
        if (isDone) offerUndo(text, () => back().then(() => true));
      },
      [attempt, offerUndo],
    ),
  };
}

/** What changes the names of a field. */
export type Naming = { field: VocabularyField; actions: NameActions; changes: Changes };

/** What an administrator can do about names. */
export type NameActions = {
  name: (key: NameKey, name: string, isMergeMeant: boolean) => Promise<ChangeAnswer>;
  describe: (key: NameKey, traits: TermTraits) => Promise<ChangeAnswer>;
  reset: (key: NameKey) => Promise<ChangeAnswer>;
  move: (key: TermKey, before: string | null) => Promise<ChangeAnswer>;
  resetOrder: (field: VocabularyField) => Promise<ChangeAnswer>;
  distinguish: (likeness: Likeness, areDistinct: boolean) => Promise<void>;
  undo: (change: TermChange) => Promise<boolean>;
};
