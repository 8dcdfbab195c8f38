import { classNames } from "./class-names";
import { type Tone, toneFill, type Variant } from "./tone";

/** A word on a tinted ground: a role, a state, a count. */
export function Badge({
  variant = "plain",
  children,
}: {
  variant?: Variant;
  children: React.ReactNode;
}) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 whitespace-nowrap rounded px-1.5 py-0.5 font-medium text-xs",
        variants[variant],
      )}
    >
      {children}
    </span>
  );
}

const variants: Record<Variant, string> = {
  plain: "bg-pressed text-muted",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
};

/** A word with a coloured dot. */
export function StatusBadge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${toneFill[tone]}`} />
      <span className="truncate">{children}</span>
    </span>
  );
}
