"use client";

import {
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { newUuid } from "@/components/live/new-uuid";
import { keep, listKept, readKept, recall } from "@/components/live/store";
import { ComboboxList, comboboxProps, stepOption } from "@/components/ui/controls/combobox";
import type { MentionableView } from "@/lib/notes/views";
import { findBegunMention } from "@/lib/notes/written-text";
import * as v from "@/lib/platform/shape";
import { notesTexts } from "./texts.en";

export type Draft = { text: string; moment: string };

type DraftState = {
  draft: Draft;
  write: (draft: Draft) => void;
  /** Whether it is what was begun before. */
  isRecalled: boolean;
  /** Under which id it is sent, and sent again when no answer comes: as long as it is this draft. */
  identify: () => string;
  /** What comes next has another id. */
  dropId: () => void;
  forget: () => void;
};

/**
 * What somebody writes and has not saved: it survives reloading, closing and a failure to save. It
 * begins as what was begun before, or else as `initial`.
 */
export function useDraft(name: string, initial: Draft): DraftState {
  const [draft, setDraft] = useState(initial);
  const [isRecalled, setRecalled] = useState(false);
  const id = useRef<string | null>(null);
  const key = `${prefix}${name}`;

  // Before anything is painted, but after what the server sent.
  useLayoutEffect(() => {
    const kept = recallDraft(key);
    if (!kept) return;
    setDraft({ text: kept.text, moment: kept.moment });
    id.current = kept.id ?? null;
    setRecalled(true);
  }, [key]);

  return {
    draft,
    isRecalled,
    write: (next) => {
      setDraft(next);
      const isBegun = next.text !== initial.text || next.moment !== initial.moment;
      if (!isBegun) id.current = null;
      keepDraft(key, isBegun ? { ...next, id: id.current } : null);
    },
    identify: () => {
      id.current ??= newUuid();
      keepDraft(key, { ...draft, id: id.current });
      return id.current;
    },
    dropId: () => {
      id.current = null;
      keepDraft(key, { ...draft, id: null });
    },
    forget: () => {
      setDraft(initial);
      setRecalled(false);
      id.current = null;
      keepDraft(key, null);
    },
  };
}

const prefix = "earshot-draft ";
const longestMs = 30 * 24 * 3_600_000;

/** A draft of the version before has no id. */
const keptSchema = v.object({
  text: v.string,
  moment: v.string,
  id: v.optional(v.nullable(v.string)),
  at: v.number,
});

function keepDraft(key: string, draft: (Draft & { id: string | null }) | null): void {
  keep("localStorage", key, draft && JSON.stringify({ ...draft, at: Date.now() }));
}

function recallDraft(key: string) {
  forgetOld();
  return readKept(recall("localStorage", key), keptSchema);
}

function forgetOld(): void {
  for (const key of listKept("localStorage", prefix)) {
    const kept = readKept(recall("localStorage", key), keptSchema);
    if (!kept || Date.now() - kept.at > longestMs) keep("localStorage", key, null);
  }
}

type MentionOptions = {
  box: RefObject<HTMLTextAreaElement | null>;
  people: () => Promise<MentionableView[]>;
  /** The whole text, with the mention in it. */
  onChoose: (text: string) => void;
};

const mostShown = 8;

/** Offers people behind an @, as a combobox does, for a box of several lines. */
export function useMention({ box, people: read, onChoose }: MentionOptions) {
  const [people, setPeople] = useState<MentionableView[] | null>(null);
  const [begun, setBegun] = useState<ReturnType<typeof findBegunMention>>(null);
  const [active, setActive] = useState(0);
  const listId = useId();
  const options = begun && people ? findPeople(people, begun.sought) : [];
  const isOpen = options.length > 0;

  const close = () => setBegun(null);
  const look = () => {
    // React has put the text in the box by then, and the cursor behind it.
    requestAnimationFrame(() => {
      const { current } = box;
      const found = current && findBegunMention(current.value, current.selectionEnd);
      setBegun(found);
      setActive(0);
      if (found && !people) read().then(setPeople, () => undefined);
    });
  };
  const choose = (person: MentionableView) => {
    const { current } = box;
    if (!current || !begun) return;
    const written = `@${person.mention} `;
    const rest = current.value.slice(current.selectionEnd).replace(/^ /, "");
    onChoose(`${current.value.slice(0, begun.from)}${written}${rest}`);
    close();
    const at = begun.from + written.length;
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(at, at);
    });
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const next = stepOption(event.key, active, options.length);
    const chosen = options[active];
    if (next !== null) setActive(next);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) choose(chosen);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  // A box of several lines is no combobox, but may have the rest of one.
  const {
    type: _,
    role: __,
    "aria-expanded": ___,
    autoCapitalize: ____,
    spellCheck: _____,
    ...boxProps
  } = comboboxProps({ listId, active: isOpen ? active : null });
  return {
    box,
    options,
    active,
    listId,
    isOpen,
    look,
    choose,
    handleKey,
    point: setActive,
    boxProps: { ...boxProps, onBlur: close },
  };
}

/** Those whose name, or a word of it, begins like what is sought. */
function findPeople(people: MentionableView[], sought: string): MentionableView[] {
  const wanted = sought.toLowerCase();
  return people
    .filter(({ name, mention }) =>
      [name, mention, ...name.split(/\s+/)].some((text) => text.toLowerCase().startsWith(wanted)),
    )
    .slice(0, mostShown);
}

/** The people, over the page below the box: nothing moves for them. */
export function MentionList({ mention }: { mention: ReturnType<typeof useMention> }) {
  const t = notesTexts();
  const { box, options, active, listId, isOpen, choose, point } = mention;
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const [here, at] = [panel.current, box.current?.getBoundingClientRect()];
    if (!isOpen || !here || !at) return;
    here.style.left = `${at.left}px`;
    here.style.top = `${at.bottom + 4}px`;
    here.style.width = `${Math.min(at.width, 320)}px`;
    here.showPopover();
    if (here.getBoundingClientRect().bottom > window.innerHeight) {
      here.style.top = `${at.top - here.offsetHeight - 4}px`;
    }
    return () => here.hidePopover();
  }, [isOpen, box]);

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? t.peopleFound(options.length) : ""}
      </p>
      <div
        ref={panel}
        popover="manual"
        className="inset-auto fixed m-0 rounded-lg bg-raised p-1.5 text-dense text-text shadow-popover"
      >
        {isOpen ? (
          <ComboboxList
            id={listId}
            label={t.people}
            options={options.map((person) => ({ ...person, key: person.userId }))}
            active={active}
            onChoose={choose}
            onPoint={point}
            render={({ name, mention: written }) => (
              <span className="flex min-w-0 items-baseline gap-2">
                <bdi className="truncate">{name}</bdi>
                {written === name ? null : (
                  <span className="truncate text-muted text-xs">{written}</span>
                )}
              </span>
            )}
            className="max-h-64"
          />
        ) : null}
      </div>
    </>
  );
}
