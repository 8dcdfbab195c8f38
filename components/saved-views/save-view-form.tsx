"use client";

import { useActionState, useEffect, useState } from "react";
import { Field } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { ViewAction } from "./view-actions";

type SaveViewFormProps = {
  current: string;
  action: ViewAction;
  /** Whether there is a view already that this list is or was. */
  isNew: boolean;
};

/** Keeps the present list under a name. */
export function SaveViewForm({ current, action, isNew }: SaveViewFormProps) {
  const [state, submit] = useActionState(action, { fault: null, isDone: false });
  const [name, setName] = useState("");
  const [isTeam, setTeam] = useState(false);
  const [isEdited, setEdited] = useState(false);

  useEffect(() => {
    setEdited(false);
    if (state.isDone) setName("");
  }, [state]);

  return (
    <form action={submit} className="space-y-2.5 border-line border-t p-3">
      <input type="hidden" name="query" value={current} />
      <Field
        label={isNew ? "Save this list as a new view" : "Save this list as a view"}
        name="name"
        placeholder="Name"
        value={name}
        maxLength={80}
        required
        autoComplete="off"
        error={isEdited ? null : state.fault}
        onChange={(event) => {
          setName(event.target.value);
          setEdited(true);
        }}
      />
      <div className="flex items-center justify-between gap-2">
        <fieldset className="flex gap-3">
          <legend className="sr-only">For whom</legend>
          <Choice value="me" isChosen={!isTeam} onChoose={() => setTeam(false)}>
            For me
          </Choice>
          <Choice value="team" isChosen={isTeam} onChoose={() => setTeam(true)}>
            For the team
          </Choice>
        </fieldset>
        <SubmitButton size="small" pendingText="Saving…">
          Save
        </SubmitButton>
      </div>
      {/* Always there, so that a screen reader notices what comes into it. */}
      <p role="status" className="text-good text-xs empty:hidden">
        {state.isDone && !isEdited ? "Saved." : null}
      </p>
    </form>
  );
}

type ChoiceProps = {
  value: string;
  isChosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
};

function Choice({ value, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="inline-flex items-center gap-1.5">
      <input
        type="radio"
        name="for"
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="accent-accent-solid"
      />
      {children}
    </label>
  );
}
