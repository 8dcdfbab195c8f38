"use client";

import { useId, useState, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { toneFill } from "@/components/ui/tone";
import { type Colour, colours } from "@/lib/vocabulary/schema";
import type { ListedNameView, VocabularyField } from "@/lib/vocabulary/views";
import { ToneDot, toAutomaticTone } from "../values";
import { vocabularySettingsTexts } from "./texts.en";
import type { Changes, NameActions } from "./vocabulary-settings";

type TraitsFormProps = {
  field: VocabularyField;
  listed: ListedNameView;
  /** The groups that there are. */
  groups: string[];
  actions: NameActions;
  changes: Changes;
  onClose: () => void;
  /** What else can be done with the name. */
  children: React.ReactNode;
};

/** The colour and the group of a name. */
export function TraitsForm({
  field,
  listed,
  groups,
  actions,
  changes,
  onClose,
  children,
}: TraitsFormProps) {
  const t = vocabularySettingsTexts();
  const { name, colour, group, isNamed } = listed;
  const [fault, setFault] = useState<string>();
  const [isPending, startTransition] = useTransition();
  const groupsId = useId();
  const key = { field, values: listed.values.map(({ value }) => value) };

  const save = (form: FormData) => {
    const chosen = colours.find((one) => one === form.get("colour")) ?? null;
    const traits = { colour: chosen, group: String(form.get("group") ?? "") };
    startTransition(async () => {
      const answer = await changes.run(() => actions.describe(key, traits), t.saved(name));
      if (answer?.outcome === "refused") setFault(answer.fault);
      else if (answer) onClose();
    });
  };

  return (
    <form
      noValidate
      aria-label={t.change(name)}
      onSubmit={(event) => {
        event.preventDefault();
        save(new FormData(event.currentTarget));
      }}
      onKeyDown={({ key: pressed }) => {
        if (pressed === "Escape") onClose();
      }}
      className="space-y-4 rounded-md bg-canvas p-4"
    >
      <ColourChoice
        chosen={colour}
        automatic={
          field === "status" ? (
            <>
              <ToneDot tone={toAutomaticTone(listed)} /> {t.automatic}
            </>
          ) : (
            t.none
          )
        }
      />
      <Field
        label={t.group}
        name="group"
        autoComplete="off"
        placeholder={t.none}
        hint={t.groupHint}
        list={groupsId}
        defaultValue={group ?? ""}
        error={fault}
      />
      <datalist id={groupsId}>
        {groups.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="small" disabled={isPending}>
          {t.save}
        </Button>
        <Button size="small" onClick={onClose}>
          {t.cancel}
        </Button>
        {children}
        {isNamed ? (
          <Button
            variant="ghost"
            size="small"
            disabled={isPending}
            className="ml-auto"
            onClick={() =>
              startTransition(async () => {
                if (await changes.run(() => actions.reset(key), t.isReset(name))) onClose();
              })
            }
          >
            {t.reset}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

type ColourChoiceProps = {
  chosen: Colour | null;
  /** What a value has that nobody coloured. */
  automatic: React.ReactNode;
};

/** The colours, each by its name too. */
function ColourChoice({ chosen, automatic }: ColourChoiceProps) {
  const t = vocabularySettingsTexts();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-dense">{t.colour}</legend>
      <div className="flex flex-wrap gap-1.5">
        <Swatch value="" isChosen={chosen === null}>
          {automatic}
        </Swatch>
        {colours.map((colour) => (
          <Swatch key={colour} value={colour} isChosen={chosen === colour}>
            <span aria-hidden className={`size-2.5 rounded-full ${toneFill[colour]}`} />
            {t.colours[colour]}
          </Swatch>
        ))}
      </div>
    </fieldset>
  );
}

type SwatchProps = { value: string; isChosen: boolean; children: React.ReactNode };

function Swatch({ value, isChosen, children }: SwatchProps) {
  return (
    <label className="relative flex h-8 items-center gap-2 rounded-md border border-line px-2.5 text-dense has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent hover:border-line-strong">
      <input
        type="radio"
        name="colour"
        value={value}
        defaultChecked={isChosen}
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
      />
      {children}
    </label>
  );
}
