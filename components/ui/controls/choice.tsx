import { type ComponentProps, useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { describeField, FieldFrame, inputStyle } from "./field";

/** One of several choices, by its words. */
export function Choice({ children, ...props }: ComponentProps<"input">) {
  return (
    <label className="inline-flex items-center gap-1.5">
      <input type="radio" className="accent-accent-solid" {...props} />
      {children}
    </label>
  );
}

type SelectFieldProps = ComponentProps<"select"> & {
  label: string;
  hint?: React.ReactNode;
  error?: React.ReactNode;
};

/** A labelled choice; the children are its options. */
export function SelectField({ label, hint, error, className, ...props }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        className={classNames(inputStyle, className)}
        {...describeField({ id, hint, error })}
        {...props}
      />
    </FieldFrame>
  );
}
