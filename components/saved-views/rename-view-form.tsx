"use client";

import { useActionState, useState } from "react";
import { Field } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { SavedViewView } from "@/lib/saved-views/views";
import type { ViewAction } from "./view-actions";

type RenameViewFormProps = { view: SavedViewView; action: ViewAction };

/** Gives a view another name; its list stays. */
export function RenameViewForm({ view, action }: RenameViewFormProps) {
  const [state, submit] = useActionState(action, { fault: null, isDone: false });
  const [name, setName] = useState(view.name);
  return (
    <form action={submit} className="flex items-end gap-1.5">
      <input type="hidden" name="view" value={view.id} />
      <div className="min-w-0 flex-1">
        <Field
          label="Name"
          name="name"
          value={name}
          maxLength={80}
          required
          autoComplete="off"
          error={state.fault}
          onChange={(event) => setName(event.target.value)}
          className="h-8"
        />
      </div>
      {name.trim() === view.name ? null : (
        <SubmitButton variant="secondary" size="small">
          Rename
        </SubmitButton>
      )}
    </form>
  );
}
