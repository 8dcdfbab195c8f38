import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";

type ButtonProps = ComponentProps<"button"> & { variant?: ButtonVariant; size?: ButtonSize };

export function Button({
  variant = "secondary",
  size = "medium",
  type = "button",
  className,
  ...props
}: ButtonProps) {
  return (
    <button type={type} className={classNames(buttonStyle(variant, size), className)} {...props} />
  );
}

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium";

/** How a button looks, whether it is a `<button>` or a link. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize): string {
  return classNames(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md font-medium",
    "whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55",
    "aria-busy:cursor-progress print:hidden",
    sizes[size],
    variants[variant],
  );
}

const sizes: Record<ButtonSize, string> = {
  small: "h-8 px-2.5 text-dense",
  medium: "h-9 px-3.5 text-sm",
};

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent-solid text-on-accent hover:bg-accent-solid-hover",
  secondary: "border border-line-strong bg-surface text-text hover:bg-hover active:bg-pressed",
  ghost: "text-muted hover:bg-hover hover:text-text active:bg-pressed",
  danger: "border border-line-strong bg-surface text-bad hover:bg-bad-soft",
};

/** How a link from a page to the one above it looks. */
export const backLinkStyle =
  "inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text";

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
        "disabled:cursor-not-allowed disabled:opacity-55 print:hidden",
        className,
      )}
      {...props}
    />
  );
}
