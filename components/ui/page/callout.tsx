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
