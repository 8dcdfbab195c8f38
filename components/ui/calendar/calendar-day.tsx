"use client";

import { classNames } from "@/components/ui/class-names";

type CalendarDayProps = {
  day: string;
  /** In full: "Friday 20 November 2026". */
  name: string;
  /** The one that the keyboard stands on. */
  isActive: boolean;
  isToday: boolean;
  isOfMonth: boolean;
  isWithin: boolean;
  isEnd: boolean;
  onChoose: (day: string) => void;
  onPoint: (day: string) => void;
};

/** A day in a grid of days. */
export function CalendarDay(props: CalendarDayProps) {
  const { day, name, isActive, isToday, isOfMonth, isWithin, isEnd, onChoose, onPoint } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it has the focus
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it can be chosen
      role="gridcell"
      aria-selected={isWithin}
      className={classNames(
        "p-0",
        isWithin && "bg-accent-soft first:rounded-l-md last:rounded-r-md",
      )}
    >
      <button
        type="button"
        tabIndex={isActive ? 0 : -1}
        aria-label={name}
        aria-current={isToday ? "date" : undefined}
        onClick={() => onChoose(day)}
        onPointerEnter={() => onPoint(day)}
        className={classNames(
          "flex h-8 w-full items-center justify-center rounded-md focus-visible:outline-offset-0",
          isEnd ? "bg-accent-solid text-on-accent" : "hover:bg-pressed",
          isEnd ? null : isOfMonth ? "text-text" : "text-muted",
          isToday && "font-semibold underline underline-offset-4",
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}
