"use client";

import { Check, Plus } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { fillText } from "@/components/format/text";
import { Choice } from "@/components/ui/controls/choice";
import { ComboboxList, comboboxProps, stepOption } from "@/components/ui/controls/combobox";
import { inputStyle } from "@/components/ui/controls/field";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { Fault } from "@/components/ui/page/feedback";
import type { TagView } from "@/lib/notes/views";
import {
  cleanTagName,
  findTagNameFault,
  foldTagName,
  type TagColour,
  tagColours,
} from "@/lib/notes/written-text";
import type { TagActions } from "./notes-section";
import { ColourChoice, TagDot } from "./tag-chip";
import { notesTexts } from "./texts.en";

type TagPickerProps = {
  actions: TagActions;
  /** The keys of those that are on already. */
  chosen: readonly string[];
  /** @returns why it could not be done */
  onChoose: (tag: TagView) => Promise<string | null>;
};

type Option = { key: string; tag: TagView | null };

/** Chooses a tag, or makes one of what is typed. */
export default function TagPicker({ actions, chosen, onChoose }: TagPickerProps) {
  const t = notesTexts();
  const [tags, setTags] = useState<TagView[] | null>(null);
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const [colour, setColour] = useState<TagColour>(tagColours[0]);
  const [fault, setFault] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const listId = useId();
  const faultId = useId();
  const { list } = actions;

  useEffect(() => {
    box.current?.focus();
    list().then(
      (found) => {
        setTags(found);
        setColour(pickColour(found));
      },
      () => setFault(notesTexts().tagsNotLoaded),
    );
  }, [list]);

  const options = tags ? toOptions(tags, text) : [];
  const isNew = options.some(({ tag }) => tag === null);
  const choose = async ({ tag }: Option) => {
    if (tag) return setFault(await onChoose(tag));
    const word = findTagNameFault(text);
    if (word) return setFault(word);
    const made = await actions.make({ name: text, colour }).catch(() => null);
    if (!made) return setFault(t.notSavedTryAgain);
    if (made.fault) {
      setFault(made.fault.word);
      // Somebody else may have made it since.
      return list().then(setTags, () => undefined);
    }
    const now = [...(tags ?? []), made.tag];
    setTags(now);
    setColour(pickColour(now));
    setText("");
    setFault(await onChoose(made.tag));
  };

  return (
    <div className="space-y-2 p-2">
      <input
        ref={box}
        {...comboboxProps({ listId, active: options.length > 0 ? active : null })}
        aria-label={t.tag}
        placeholder={t.findTag}
        value={text}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? faultId : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setFault(null);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const next = stepOption(event.key, active, options.length);
          const meant = options[active];
          if (next !== null) setActive(next);
          else if (event.key === "Enter" && meant) choose(meant);
          else return;
          event.preventDefault();
        }}
        className={inputStyle}
      />
      <Fault id={faultId} className="px-1">
        {fault}
      </Fault>
      {options.length > 0 ? (
        <ComboboxList
          id={listId}
          label={t.tags}
          options={options}
          active={active}
          onChoose={choose}
          onPoint={setActive}
          render={({ tag }) =>
            tag ? (
              <>
                <TagDot colour={tag.colour} />
                <bdi className="min-w-0 flex-1 truncate">{tag.name}</bdi>
                {chosen.includes(tag.key) ? (
                  <>
                    <Check aria-hidden className="size-4 shrink-0" />
                    <span className="sr-only">{t.selected}</span>
                  </>
                ) : null}
              </>
            ) : (
              <>
                <Plus aria-hidden className="size-4 shrink-0" />
                <span className="min-w-0 truncate">
                  {fillText(t.create, { name: <bdi>{cleanTagName(text)}</bdi> })}
                </span>
              </>
            )
          }
          className="max-h-56"
        />
      ) : tags ? (
        <p className="px-1 text-muted text-xs">{t.noTags}</p>
      ) : null}
      {isNew ? <ColourChoice chosen={colour} onChoose={setColour} /> : null}
    </div>
  );
}

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
        <TagPicker actions={actions} chosen={[]} onChoose={choose} />
      </WhenOpened>
    </Popover>
  );
}

const mostShown = 50;

/** Those whose name holds what is typed; and to make one of it, unless there is one. */
function toOptions(tags: TagView[], text: string): Option[] {
  const sought = foldTagName(text);
  const found = tags.filter(({ name }) => foldTagName(name).includes(sought)).slice(0, mostShown);
  const options = found.map((tag): Option => ({ key: tag.key, tag }));
  const isThere = tags.some(({ name }) => foldTagName(name) === sought);
  return sought === "" || isThere ? options : [...options, { key: "\0", tag: null }];
}

/** The one that the fewest tags have. */
function pickColour(tags: TagView[]): TagColour {
  const times = (colour: string) => tags.filter((tag) => tag.colour === colour).length;
  return tagColours.toSorted((one, other) => times(one) - times(other))[0] ?? tagColours[0];
}
