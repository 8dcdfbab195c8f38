import { type ComponentProps, useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { describeField, FieldFrame } from "./field-frame";
import { inputStyle } from "./input-style";

type FieldProps = ComponentProps<"input"> & {
  label: string;
  hint?: React.ReactNode;
  error?: React.ReactNode;
};

/** A labelled text input. */
export function Field({ label, hint, error, className, ...props }: FieldProps) {
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
