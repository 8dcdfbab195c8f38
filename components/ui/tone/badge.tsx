import { classNames } from "@/components/ui/class-names";
import type { Mood } from "./mood";

/** A word on a tinted ground: a role, a state, a count. */
export function Badge({ mood = "plain", children }: { mood?: Mood; children: React.ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 whitespace-nowrap rounded px-1.5 py-0.5 font-medium text-xs",
        moods[mood],
      )}
    >
      {children}
    </span>
  );
}

const moods: Record<Mood, string> = {
  plain: "bg-pressed text-muted",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
};
