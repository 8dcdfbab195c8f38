"use client";

import { Check, X } from "lucide-react";
import { useEffect, useId, useRef, useState, useTransition } from "react";
import { fillText } from "@/components/format/text";
import { classNames } from "@/components/ui/class-names";
import { Button, IconButton } from "@/components/ui/controls/button";
import { Field, inputStyle } from "@/components/ui/controls/field";
import { Fault } from "@/components/ui/page/feedback";
import { ToneDot, toneFill } from "@/components/ui/tone";
import { type Colour, colours, type ListedNameView } from "@/lib/vocabulary/views";
import { toAutomaticTone } from "../values";
import { vocabularySettingsTexts } from "./texts.en";
import type { Naming } from "./vocabulary-settings";

type RenameFieldProps = {
  naming: Naming;
  listed: ListedNameView;
  names: ListedNameView[];
  onClose: () => void;
};

/** A name while it is written anew: Enter saves, Esc cancels; what would merge asks first. */
export function RenameField({ naming, listed, names, onClose }: RenameFieldProps) {
  const { field, actions, changes } = naming;
  const t = vocabularySettingsTexts();
  const { name } = listed;
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string | null>(null);
  /** The name that others have already. */
  const [taken, setTaken] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const inputRef = useRef<HTMLInputElement>(null);
  const mergeRef = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => inputRef.current?.select(), []);
  useEffect(() => {
    if (taken !== null) mergeRef.current?.focus();
  }, [taken]);

  const save = (isMergeMeant: boolean) => {
    const wish = typed.trim();
    if (wish === name) return onClose();
    const isKnown = names.some((one) => one.name === wish);
    if (isKnown && !isMergeMeant) return setTaken(wish);
    startTransition(async () => {
      const key = { field, values: listed.values.map(({ value }) => value) };
      const shown = wish || (listed.values[0]?.value ?? name);
      const told = isMergeMeant ? t.merged(name, wish) : t.renamed(name, shown);
      const answer = await changes.run(() => actions.name(key, wish, isMergeMeant), told);
      if (answer?.outcome === "refused") {
        setFault(answer.fault);
        setTaken(null);
        inputRef.current?.focus();
      } else if (answer?.outcome === "asks") setTaken(wish || shown);
      else if (answer) onClose();
    });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes whatever of it has the focus.
    <div
      className="space-y-1.5"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        if (taken === null) return onClose();
        setTaken(null);
        inputRef.current?.focus();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
        className="flex max-w-md items-center gap-1"
      >
        <input
          ref={inputRef}
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the name that was pressed.
          autoFocus
          aria-label={t.nameOf(name)}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          autoComplete="off"
          dir="auto"
          value={typed}
          placeholder={listed.values[0]?.value}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(null);
            setTaken(null);
          }}
          className={classNames(inputStyle, "-ml-1.5 h-8! px-[5px]! font-medium text-dense!")}
        />
        <IconButton type="submit" label={t.save} disabled={isPending}>
          <Check aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={t.cancel} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </form>
      <Fault id={`${id}-fault`}>{fault}</Fault>
      {taken !== null ? (
        <div
          role="alertdialog"
          aria-label={t.asksMerge(taken)}
          aria-describedby={`${id}-asks`}
          className="flex max-w-md flex-wrap items-center gap-2 rounded-md bg-accent-soft py-2 pr-2 pl-3"
        >
          <p id={`${id}-asks`} className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
            {fillText(t.taken, {
              taken: <b className="font-medium">{taken}</b>,
              name: <b className="font-medium">{name}</b>,
            })}
          </p>
          <Button
            ref={mergeRef}
            size="small"
            variant="primary"
            disabled={isPending}
            onClick={() => save(true)}
          >
            {t.merge}
          </Button>
          <Button size="small" onClick={() => setTaken(null)}>
            {t.keepSeparate}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

type TraitsFormProps = {
  naming: Naming;
  listed: ListedNameView;
  /** The groups that there are. */
  groups: string[];
  onClose: () => void;
  /** What else can be done with the name. */
  children: React.ReactNode;
};

/** The colour and the group of a name. */
export function TraitsForm({ naming, listed, groups, onClose, children }: TraitsFormProps) {
  const { field, actions, changes } = naming;
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
