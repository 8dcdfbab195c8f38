import { classNames } from "@/components/ui/class-names";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium";

/** How a button looks, whether it is a `<button>` or a link. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize): string {
  return classNames(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md font-medium",
    "whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55",
    "aria-busy:cursor-progress",
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
