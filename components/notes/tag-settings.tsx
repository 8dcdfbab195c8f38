"use client";

import { useState, useTransition } from "react";
import { fillText } from "@/components/format/text";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { TextLink } from "@/components/ui/controls/links";
import { Fault } from "@/components/ui/page/feedback";
import type { makeTag, removeTag, updateTag } from "@/lib/notes/actions";
import type { ListedTagView, TagAnswer } from "@/lib/notes/views";
import { findTagNameFault, type TagColour, tagColours } from "@/lib/notes/written-text";
import { toName } from "./note-thread";
import { When } from "./past";
import { ColourChoice, TagChip, taggedHref } from "./tag-chip";
import { notesTexts } from "./texts.en";

type TagSettingsProps = {
  tags: ListedTagView[];
  timeZone: string;
  make: typeof makeTag;
  /** Null for who may only make tags. */
  actions: { change: typeof updateTag; remove: typeof removeTag } | null;
};

/** Every tag with its calls; administrators rename, recolour and delete them. */
export function TagSettings({ tags, timeZone, make, actions }: TagSettingsProps) {
  const t = notesTexts();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <div className="space-y-4">
      {tags.length === 0 ? (
        <p className="text-dense text-muted">{t.noTagsOfTeam}</p>
      ) : (
        <ul aria-label={t.tags} className="divide-y divide-line">
          {tags.map((tag) => (
            <li key={tag.key} className="py-2">
              <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-dense">
                <span className="flex min-w-32 flex-1">
                  <TagChip tag={tag} />
                </span>
                <CallsLink tag={tag} />
                <span className="text-muted text-xs">
                  {fillText(t.madeBy, {
                    name: <bdi>{toName(tag.created.by)}</bdi>,
                    at: <When at={tag.created.at} timeZone={timeZone} />,
                  })}
                </span>
                {actions ? (
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={t.changeTag(tag.name)}
                    aria-expanded={opened === tag.key}
                    onClick={() => setOpened(opened === tag.key ? null : tag.key)}
                  >
                    {t.change}
                  </Button>
                ) : null}
              </div>
              {actions && opened === tag.key ? (
                <TagEditor
                  label={t.changeTag(tag.name)}
                  initial={tag}
                  submitText={t.save}
                  save={(next) => actions.change(tag.key, next)}
                  onClose={() => setOpened(null)}
                >
                  <DeleteTag tag={tag} remove={actions.remove} />
                </TagEditor>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {opened === "" ? (
        <TagEditor
          label={t.newTag}
          initial={{ name: "", colour: tagColours[0] }}
          submitText={t.createTag}
          save={make}
          onClose={() => setOpened(null)}
        />
      ) : (
        <Button size="small" onClick={() => setOpened("")}>
          {t.newTag}
        </Button>
      )}
    </div>
  );
}

function CallsLink({ tag: { key, calls } }: { tag: ListedTagView }) {
  const text = notesTexts().calls(calls);
  if (calls === 0) return <span className="text-muted">{text}</span>;
  return (
    <TextLink href={taggedHref(key)} className="tabular-nums">
      {text}
    </TextLink>
  );
}

type TagEditorProps = {
  label: string;
  initial: { name: string; colour: TagColour };
  submitText: string;
  save: (tag: { name: string; colour: TagColour }) => Promise<TagAnswer>;
  onClose: () => void;
  children?: React.ReactNode;
};

function TagEditor({ label, initial, submitText, save, onClose, children }: TagEditorProps) {
  const t = notesTexts();
  const [name, setName] = useState(initial.name);
  const [colour, setColour] = useState(initial.colour);
  const [fault, setFault] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const submit = () => {
    const word = findTagNameFault(name);
    setFault(word);
    if (word) return;
    startTransition(async () => {
      const answer = await save({ name, colour }).catch(() => null);
      if (answer && !answer.fault) onClose();
      else setFault(answer?.fault.word ?? t.tagNotSaved);
    });
  };
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="mt-2 space-y-3 rounded-md bg-canvas p-3"
    >
      <Field
        label={t.name}
        value={name}
        autoComplete="off"
        error={fault}
        onChange={(event) => {
          setName(event.target.value);
          setFault(null);
        }}
        className="h-8!"
      />
      <ColourChoice chosen={colour} onChoose={setColour} />
      <div className="flex flex-wrap items-center gap-1.5">
        <Button type="submit" variant="primary" size="small" disabled={isPending}>
          {submitText}
        </Button>
        <Button size="small" onClick={onClose}>
          {t.cancel}
        </Button>
        {children}
      </div>
    </form>
  );
}

type DeleteTagProps = { tag: ListedTagView; remove: typeof removeTag };

function DeleteTag({ tag: { key, name, calls }, remove }: DeleteTagProps) {
  const t = notesTexts();
  const [isLeaving, setLeaving] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (!isLeaving) {
    return (
      <Button variant="danger" size="small" className="ml-auto" onClick={() => setLeaving(true)}>
        {t.delete}
      </Button>
    );
  }
  return (
    <div className="flex w-full flex-wrap items-center gap-1.5 border-line border-t pt-3">
      <p className="wrap-anywhere mr-1 min-w-0">
        {fillText(t.asksDeleteTag(calls), { name: <bdi>{name}</bdi> })}
      </p>
      <Button
        variant="danger"
        size="small"
        onClick={async () => {
          const answer = await remove(key).catch(() => null);
          setFault(answer ? (answer.fault?.word ?? null) : t.noAnswer);
        }}
      >
        {t.deleteTag}
      </Button>
      <Button size="small" onClick={() => setLeaving(false)}>
        {t.keep}
      </Button>
      <Fault>{fault}</Fault>
    </div>
  );
}
