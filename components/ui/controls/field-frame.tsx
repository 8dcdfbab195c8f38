type FieldFrameProps = {
  id: string;
  label: string;
  hint?: React.ReactNode;
  error?: React.ReactNode;
  children: React.ReactNode;
};

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
