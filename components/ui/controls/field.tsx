import { type ComponentProps, useId } from "react";
import { classNames } from "@/components/ui/class-names";

export type Explained = { label: string; hint?: React.ReactNode; error?: React.ReactNode };

/** A labelled text input. */
export function Field(all: ComponentProps<"input"> & Explained) {
  const { label, hint, error, className, ...props } = all;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        className={classNames(inputStyle, className)}
        {...describeField({ id, hint, error })}
        {...props}
      />
    </FieldFrame>
  );
}

type FieldFrameProps = Explained & { id: string; children: React.ReactNode };

/** The label, hint and fault around one control. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-medium text-dense">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-bad text-xs">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** What a control in a frame must carry, so that its hint and fault are read with it. */
export function describeField({ id, hint, error }: Pick<FieldFrameProps, "id" | "hint" | "error">) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
  };
}

/** How a box to write or choose in looks. */
export const inputStyle = [
  "h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-sm text-text",
  "transition-colors hover:border-faint aria-invalid:border-bad",
  "disabled:cursor-not-allowed disabled:bg-hover disabled:text-muted",
  "focus-visible:outline-offset-0",
].join(" ");
