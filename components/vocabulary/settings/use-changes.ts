"use client";

import { useCallback, useRef, useState } from "react";
import type {
  ChangeAnswer,
  Likeness,
  NameKey,
  TermChange,
  TermKey,
  TermTraits,
  VocabularyField,
} from "@/lib/vocabulary/views";
import { vocabularySettingsTexts } from "./texts.en";

/** What was done last, in words, and how it is taken back; null: it can't be, or was. */
export type ChangeNotice = {
  text: string;
  isFault: boolean;
  undo: (() => Promise<void>) | null;
};

export type Changes = {
  notice: ChangeNotice | null;
  dismiss: () => void;
  say: (text: string) => void;
  /** Does something, and says so unless it was refused or asks. Null: it failed, which is said. */
  run: (work: () => Promise<ChangeAnswer>, text: string) => Promise<ChangeAnswer | null>;
  /** The same for what is undone in a way of its own. */
  runOwn: (work: () => Promise<void>, text: string, back: () => Promise<void>) => Promise<void>;
};

/** One change after another, the last of which can be undone. */
export function useChanges(undo: NameActions["undo"] | null): Changes {
  const [notice, setNotice] = useState<ChangeNotice | null>(null);
  // What is said of an older change comes too late.
  const newest = useRef(0);

  const attempt = useCallback(async <T>(work: () => Promise<T>): Promise<T | null> => {
    newest.current += 1;
    try {
      return await work();
    } catch {
      setNotice({ text: vocabularySettingsTexts().failed, isFault: true, undo: null });
      return null;
    }
  }, []);
  const say = useCallback((text: string) => setNotice({ text, isFault: false, undo: null }), []);
  const tell = useCallback(
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
        else tell(text, () => undo(change));
        return answer;
      },
      [attempt, say, tell, undo],
    ),
    runOwn: useCallback(
      async (work, text, back) => {
        const isDone = await attempt(async () => {
          await work();
          return true;
        });
        if (isDone) tell(text, () => back().then(() => true));
      },
      [attempt, tell],
    ),
  };
}

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
