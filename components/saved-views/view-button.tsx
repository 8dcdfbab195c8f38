"use client";

import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { ViewFormState } from "@/lib/saved-views/form-states";
import type { ViewAction } from "./view-actions";

type ViewButtonProps = {
  action: ViewAction;
  fields: Record<string, string>;
  variant?: "secondary" | "danger" | "primary";
  children: React.ReactNode;
};

/** One thing to do with a view, and why it wasn't done. */
export function ViewButton({ action, fields, variant = "secondary", children }: ViewButtonProps) {
  const [{ fault }, submit] = useActionState(action, notSent);
  return (
    <form action={submit} className="max-w-full">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton variant={variant} size="small">
        {children}
      </SubmitButton>
      <p role="status" className="text-bad text-xs empty:hidden">
        {fault}
      </p>
    </form>
  );
}

const notSent: ViewFormState = { fault: null, isDone: false };
