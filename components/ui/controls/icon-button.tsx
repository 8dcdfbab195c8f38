import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";

/** A square button with a picture only; `label` is its name. */
export function IconButton({
  label,
  type = "button",
  className,
  ...props
}: Omit<ComponentProps<"button">, "aria-label" | "title"> & { label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        "inline-flex size-8 pointer-coarse:size-10 shrink-0 items-center justify-center rounded-md text-muted",
        "transition-colors hover:bg-hover hover:text-text active:bg-pressed",
        "disabled:cursor-not-allowed disabled:opacity-55",
        className,
      )}
      {...props}
    />
  );
}
