import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Change } from "./compare-figures";
import { figuresTexts } from "./texts.en";

type ChangeMarkProps = { change: Change; isGoodUp?: boolean; same?: string };

/** How a figure differs from a former one: an arrow, and in words for who doesn't see it. */
export function ChangeMark({ change, isGoodUp = false, same }: ChangeMarkProps) {
  const t = figuresTexts();
  const { direction, text, title } = change;
  if (direction === "same") {
    return (
      <span title={title} className="text-muted text-xs">
        {same ?? t.unchanged}
        <span className="sr-only"> {t.from(title)}</span>
      </span>
    );
  }
  const isUp = direction === "up";
  const Arrow = isUp ? ArrowUp : ArrowDown;
  const colour = !isGoodUp ? "text-muted" : isUp ? "text-good" : "text-bad";
  return (
    <span
      title={title}
      className={classNames("flex items-center whitespace-nowrap text-xs", colour)}
    >
      <Arrow aria-hidden className="size-3" />
      <span className="sr-only">{isUp ? t.up : t.down} </span>
      {text}
      <span className="sr-only"> {t.from(title)}</span>
    </span>
  );
}
