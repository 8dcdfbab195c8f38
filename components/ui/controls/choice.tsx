import { type ComponentProps, useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { describeField, type Explained, FieldFrame, inputStyle } from "./field";

/** One of several choices, by its words. */
export function Choice({ children, ...props }: ComponentProps<"input">) {
  return (
    <label className="inline-flex items-center gap-1.5">
      <input type="radio" className="accent-accent-solid" {...props} />
      {children}
    </label>
  );
}

/** A labelled choice; the children are its options. */
export function SelectField(all: ComponentProps<"select"> & Omit<Explained, "hint">) {
  const { label, error, className, ...props } = all;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error}>
      <select
        className={classNames(inputStyle, className)}
        {...describeField({ id, error })}
        {...props}
      />
    </FieldFrame>
  );
}
