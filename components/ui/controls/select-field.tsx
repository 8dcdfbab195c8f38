import { type ComponentProps, useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { describeField, FieldFrame } from "./field-frame";
import { inputStyle } from "./input-style";

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
