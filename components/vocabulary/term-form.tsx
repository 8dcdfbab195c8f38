"use client";

import { useActionState, useEffect, useId, useRef, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { toStatusTone } from "@/components/vocabulary/status-tone";
import type { ListedTermView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import { ColourChoice } from "./colour-choice";
import type { TermActions } from "./term-actions";
import { ToneDot } from "./tone-dot";

type TermFormProps = {
  field: VocabularyField;
  term: ListedTermView;
  /** The groups that there are. */
  groups: string[];
  actions: Pick<TermActions, "save" | "reset">;
  /** What was done, in words; null: nothing. */
  onDone: (said: string | null) => void;
};

/** What a value is called, its colour and its group. */
export function TermForm({ field, term, groups, actions, onDone }: TermFormProps) {
  const key = { field, value: term.value };
  const [state, submit] = useActionState(actions.save.bind(null, key), {
    ...{ displayName: term.displayName ?? "", colour: term.colour, group: term.group ?? "" },
    ...{ faults: {}, isSaved: false },
  });
  const [isResetting, startReset] = useTransition();
  const formRef = useRef<HTMLFormElement>(null);
  const groupsId = useId();
  const isNamed = [term.displayName, term.colour, term.group, term.position].some(
    (one) => one !== null,
  );

  useEffect(() => {
    if (state.isSaved)
      onDone(`Saved. ${term.value} is shown as ${state.displayName || term.value}.`);
    else formRef.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [state, term.value, onDone]);

  return (
    <form
      ref={formRef}
      action={submit}
      noValidate
      aria-label={`Change ${term.value}`}
      onKeyDown={({ key: pressed }) => {
        if (pressed === "Escape") onDone(null);
      }}
      className="space-y-4 rounded-md bg-canvas p-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Display name"
          name="displayName"
          autoFocus
          autoComplete="off"
          placeholder={term.value}
          defaultValue={state.displayName}
          error={state.faults.displayName}
        />
        <Field
          label="Group"
          name="group"
          autoComplete="off"
          placeholder="None"
          list={groupsId}
          defaultValue={state.group}
          error={state.faults.group}
        />
        <datalist id={groupsId}>
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
      </div>
      <ColourChoice
        key={state.colour}
        chosen={state.colour}
        automatic={
          field === "status" ? (
            <>
              <ToneDot tone={toStatusTone(term.value)} /> Automatic
            </>
          ) : (
            "None"
          )
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton size="small" pendingText="Saving…">
          Save
        </SubmitButton>
        <Button size="small" onClick={() => onDone(null)}>
          Cancel
        </Button>
        {isNamed ? (
          <Button
            variant="ghost"
            size="small"
            disabled={isResetting}
            className="ml-auto"
            onClick={() =>
              startReset(async () => {
                await actions.reset(key);
                onDone(`${term.value} has no name, colour, group or place of its own any more.`);
              })
            }
          >
            Reset
          </Button>
        ) : null}
      </div>
    </form>
  );
}
