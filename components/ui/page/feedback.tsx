import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Variant } from "@/components/ui/tone";

type CalloutProps = {
  variant?: Variant;
  title?: React.ReactNode;
  /** "alert" interrupts a screen reader, "status" waits for a pause. */
  role?: "alert" | "status";
  children?: React.ReactNode;
};

/** A message that belongs to the page: what happened, and what to do. */
export function Callout({ variant = "plain", title, role, children }: CalloutProps) {
  const Icon = icons[variant];
  return (
    <div
      role={role}
      className={classNames("flex gap-3 rounded-lg border px-4 py-3 text-dense", variants[variant])}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className="text-text">{children}</div> : null}
      </div>
    </div>
  );
}

const icons = {
  plain: Info,
  info: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
} satisfies Record<Variant, unknown>;

const variants: Record<Variant, string> = {
  plain: "border-line bg-surface text-text",
  info: "border-info/25 bg-info-soft text-info",
  good: "border-good/25 bg-good-soft text-good",
  warn: "border-warn/25 bg-warn-soft text-warn",
  bad: "border-bad/25 bg-bad-soft text-bad",
};

type FaultProps = { id?: string; className?: string; children: string | null | undefined };

/** Why something could not be done, beside where it was asked for; nothing where there is no reason. */
export function Fault({ id, className, children }: FaultProps) {
  if (!children) return null;
  return (
    <p id={id} role="alert" className={classNames("text-bad text-xs", className)}>
      {children}
    </p>
  );
}

type ProgressProps = {
  label: string;
  value: number;
  /** Null: nobody knows how much there is. */
  max: number | null;
};

/** How much of some work is done. */
export function Progress({ label, value, max }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={max ?? undefined}
      value={max === null ? undefined : Math.min(value, max)}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-pressed [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-pressed [&::-webkit-progress-value]:bg-accent-solid"
    />
  );
}

const lastsMs = 5_000;
let shown: { element: HTMLElement; timer: ReturnType<typeof setTimeout> } | undefined;

/** Says something in passing, at the lower edge of the window: one thing at a time. */
export function showToast(text: string): void {
  const element = shown?.element ?? document.createElement("p");
  clearTimeout(shown?.timer);
  if (!shown) {
    element.role = "status";
    element.className = style;
    document.body.append(element);
  }
  // What is read aloud is what changes in it.
  element.textContent = text;
  shown = { element, timer: setTimeout(() => hide(element), lastsMs) };
}

function hide(element: HTMLElement): void {
  element.remove();
  shown = undefined;
}

const style =
  "fixed bottom-24 left-1/2 z-50 max-w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 rounded-md bg-text px-3.5 py-2 text-center text-dense text-surface shadow-popover print:hidden";
