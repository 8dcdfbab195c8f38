"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { dateFormat } from "@/components/format/intl";
import { classNames } from "@/components/ui/class-names";
import { uiTexts } from "@/components/ui/texts.en";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { IconButton } from "./button";

type CalendarProps = {
  /** What is chosen now, both included; null is open. */
  from: string | null;
  to: string | null;
  today: string;
  onChoose: (from: string, to: string) => void;
};

/** A month of days to choose from: first a first day, then a last one, by pointer or keyboard. */
export default function Calendar({ from, to, today, onChoose }: CalendarProps) {
  const t = uiTexts();
  const [active, setActive] = useState(to ?? from ?? today);
  const [first, setFirst] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const [shown, setShown] = useState({ from, to });
  const [isByKey, setByKey] = useState(false);
  const gridRef = useRef<HTMLTableElement>(null);
  const titleId = useId();

  // Something else was chosen, here or elsewhere.
  if (from !== shown.from || to !== shown.to) {
    setShown({ from, to });
    setFirst(null);
    setActive(to ?? from ?? today);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes with the active day
  useEffect(() => {
    if (isByKey) gridRef.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [active, isByKey]);

  const choose = (day: string) => {
    setActive(day);
    if (first === null) return setFirst(day);
    setFirst(null);
    onChoose(...sort(first, day));
  };
  const turn = (months: number) => {
    setByKey(false);
    setActive(shiftMonths(active, months));
  };
  const step = (event: KeyboardEvent) => {
    const next = stepByKey(active, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    setByKey(true);
    setPointed(next);
    setActive(next);
  };

  const [start, end] = first === null ? [from ?? to, to ?? from] : sort(first, pointed ?? first);
  const isWithin = (day: string) => start !== null && end !== null && day >= start && day <= end;
  return (
    <div className="select-none">
      <div className="flex items-center justify-between">
        <IconButton label={t.previousMonth} onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <p id={titleId} aria-live="polite" className="font-medium">
          {monthFormat.format(toDate(active))}
        </p>
        <IconButton label={t.nextMonth} onClick={() => turn(1)}>
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
      </div>
      <table
        ref={gridRef}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in it
        role="grid"
        aria-labelledby={titleId}
        onKeyDown={step}
        onPointerLeave={() => setPointed(null)}
        className="w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-0.5 tabular-nums"
      >
        <thead>
          <tr>
            {listWeekdays().map((weekday) => (
              <th
                key={weekday}
                scope="col"
                abbr={weekday}
                className="h-7 font-normal text-muted text-xs"
              >
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {toMonthWeeks(active).map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a month's last weeks may have no day
            <tr key={index}>
              {week.map((day) =>
                day === null ? null : (
                  <CalendarDay
                    key={day}
                    day={day}
                    name={dayFormat.format(toDate(day))}
                    isActive={day === active}
                    isToday={day === today}
                    isOfMonth={day.slice(0, 7) === active.slice(0, 7)}
                    isWithin={isWithin(day)}
                    isEnd={day === start || day === end}
                    onChoose={choose}
                    onPoint={setPointed}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="h-4 text-center text-muted text-xs">
        {first === null ? t.chooseFirstDay : t.chooseLastDay}
      </p>
    </div>
  );
}

function sort(one: string, other: string): [string, string] {
  return one < other ? [one, other] : [other, one];
}

/** Of a week that begins on a Monday. */
function listWeekdays(): string[] {
  return [5, 6, 7, 8, 9, 10, 11].map((day) =>
    weekdayFormat.format(new Date(Date.UTC(1970, 0, day))),
  );
}

const weekdayFormat = dateFormat({ weekday: "long", timeZone: "UTC" });

const monthFormat = dateFormat({
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const dayFormat = dateFormat({ dateStyle: "full", timeZone: "UTC" });

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
function CalendarDay(props: CalendarDayProps) {
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

/** Days are written YYYY-MM-DD, so that the order of the texts is that of the days. */

/**
 * The six weeks around a day's month, Monday first, so that every month is as high as the others.
 * Null past the last day.
 */
export function toMonthWeeks(day: string): (string | null)[][] {
  const first = toDate(startOfWeek(`${day.slice(0, 7)}-01`)).getTime();
  return [0, 1, 2, 3, 4, 5].map((week) =>
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
      const date = new Date(first + (week * 7 + weekday) * dayMs);
      return date.getUTCFullYear() > 9_999 ? null : toDay(date);
    }),
  );
}

/** Not past the first day and the last. */
function shiftDays(day: string, days: number): string {
  return toDay(new Date(toDate(day).getTime() + days * dayMs));
}

/** The same day of another month, or the last one where that is shorter; not past the last month. */
export function shiftMonths(day: string, months: number): string {
  const first = toDate(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  if (first.getUTCFullYear() > 9_999) return lastDay;
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const last = shiftDays(toDay(next), -1);
  const same = `${toDay(first).slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

export function startOfWeek(day: string): string {
  return shiftDays(day, -((toDate(day).getUTCDay() + 6) % 7));
}

/** Where a key leads from a day in a grid of days; null: nowhere. */
export function stepByKey(day: string, key: string, isShift: boolean): string | null {
  const next = steps[key]?.(day, isShift) ?? null;
  const isAtEnd = next === day && (day === firstDay || day === lastDay);
  return isAtEnd ? null : next;
}

const steps: Record<string, (day: string, isShift: boolean) => string> = {
  ArrowLeft: (day) => shiftDays(day, -1),
  ArrowRight: (day) => shiftDays(day, 1),
  ArrowUp: (day) => shiftDays(day, -7),
  ArrowDown: (day) => shiftDays(day, 7),
  Home: startOfWeek,
  End: (day) => shiftDays(startOfWeek(day), 6),
  PageUp: (day, isShift) => shiftMonths(day, isShift ? -12 : -1),
  PageDown: (day, isShift) => shiftMonths(day, isShift ? 12 : 1),
};

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toDay(date: Date): string {
  const day = date.toISOString();
  if (day.startsWith("+")) return lastDay;
  return day.startsWith("-") || day < firstDay ? firstDay : day.slice(0, 10);
}

const dayMs = 86_400_000;
