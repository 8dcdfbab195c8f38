"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { DayPicker, DayButton as PlainDayButton } from "react-day-picker";
import { dateFormat } from "@/components/format/intl";
import { classNames } from "@/components/ui/class-names";
import { currentLocale, texts } from "@/lib/language/texts";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { IconButton } from "./button";

type CalendarProps = {
  /** What is chosen now, both included; null is open. Days are written YYYY-MM-DD. */
  from: string | null;
  to: string | null;
  today: string;
  onChoose: (from: string, to: string) => void;
};

/** A month of days to choose from: first a first day, then a last one, by pointer or keyboard. */
export default function Calendar({ from, to, today, onChoose }: CalendarProps) {
  const t = calendarTexts();
  const [month, setMonth] = useState(to ?? from ?? today);
  const [first, setFirst] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const [shown, setShown] = useState({ from, to });

  // Something else was chosen, here or elsewhere.
  if (from !== shown.from || to !== shown.to) {
    setShown({ from, to });
    setFirst(null);
    if (!isMonthWithin(month, from, to)) setMonth(to ?? from ?? today);
  }

  const [start, end] = first === null ? [from ?? to, to ?? from] : sort(first, pointed ?? first);
  return (
    <DayPicker
      mode="range"
      required
      resetOnSelect
      selected={toRange(first ?? start, first === null ? end : null)}
      onSelect={(range, day) => {
        setMonth(toDay(day));
        setFirst(range.to ? null : toDay(day));
        if (range.from && range.to) onChoose(toDay(range.from), toDay(range.to));
      }}
      onDayMouseEnter={(day) => setPointed(toDay(day))}
      onDayMouseLeave={() => setPointed(null)}
      onDayFocus={(day) => setPointed(toDay(day))}
      month={toDate(month)}
      onMonthChange={(next) => setMonth(toDay(next))}
      startMonth={toDate(firstDay)}
      endMonth={toDate(lastDay)}
      today={toDate(today)}
      {...calendarDays}
      modifiers={{
        within: toRange(start, end),
        end: [start, end].flatMap((day) => (day === null ? [] : toDate(day))),
      }}
      modifiersClassNames={{ within: "bg-accent-soft first:rounded-l-md last:rounded-r-md" }}
      lang={currentLocale()}
      labels={{
        labelPrevious: () => t.previousMonth,
        labelNext: () => t.nextMonth,
        labelGrid: nameMonth,
        labelDayButton: nameDay,
        labelWeekday: nameWeekday,
      }}
      formatters={formatters}
      components={components}
      className="select-none"
      classNames={looks}
      footer={first === null ? t.chooseFirstDay : t.chooseLastDay}
    />
  );
}

function isMonthWithin(day: string, from: string | null, to: string | null): boolean {
  const monthOf = (one: string) => one.slice(0, 7);
  if (from === null || to === null) return false;
  return monthOf(day) >= monthOf(from) && monthOf(day) <= monthOf(to);
}

function sort(one: string, other: string): [string, string] {
  return one < other ? [one, other] : [other, one];
}

function toRange(from: string | null, to: string | null): { from: Date | undefined; to?: Date } {
  return { from: from === null ? undefined : toDate(from), ...(to && { to: toDate(to) }) };
}

const calendarDays = {
  weekStartsOn: 1,
  showOutsideDays: true,
  // So that every month is as high as the others.
  fixedWeeks: true,
  navLayout: "around",
} as const;

/** Where a day begins in the browser's zone: the calendar reckons in that, whichever it is. */
function toDate(day: string): Date {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const midnight = new Date(2000, 0, 1);
  // By `new Date`, the years before 100 are those from 1900 on.
  midnight.setFullYear(year, month - 1, date);
  return midnight;
}

function toDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-");
}

/** Writes the day that a date begins in the browser's zone. */
function dayFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const format = dateFormat({ ...options, timeZone: "UTC" });
  return (date) => format.format(new Date(`${toDay(date)}T00:00:00Z`));
}

const nameMonth = dayFormat({ month: "long", year: "numeric" });
const nameDay = dayFormat({ dateStyle: "full" });
const nameWeekday = dayFormat({ weekday: "long" });

const formatters = {
  formatCaption: nameMonth,
  formatWeekdayName: (day: Date) => nameWeekday(day).slice(0, 2),
  formatDay: (day: Date) => String(day.getDate()),
};

const looks = {
  month: "grid grid-cols-[auto_1fr_auto] items-center",
  month_caption: "text-center font-medium",
  month_grid:
    "col-span-3 w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-0.5 tabular-nums",
  weekday: "h-7 font-normal text-muted text-xs",
  day: "h-8 p-0",
  footer: "h-4 text-center text-muted text-xs",
};

const components = {
  PreviousMonthButton: MonthButton,
  NextMonthButton: MonthButton,
  Chevron: ({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) => {
    const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
    return <Icon aria-hidden className="size-4" />;
  },
  DayButton,
};

function MonthButton({ "aria-label": label = "", className, ...props }: ComponentProps<"button">) {
  return <IconButton label={label} className="aria-disabled:opacity-55" {...props} />;
}

function DayButton({ className, ...props }: ComponentProps<typeof PlainDayButton>) {
  const { end, outside, today } = props.modifiers;
  return (
    <PlainDayButton
      aria-current={today ? "date" : undefined}
      className={classNames(
        "flex h-8 w-full items-center justify-center rounded-md focus-visible:outline-offset-0",
        end ? "bg-accent-solid text-on-accent" : "hover:bg-pressed",
        end ? null : outside ? "text-muted" : "text-text",
        today && "font-semibold underline underline-offset-4",
      )}
      {...props}
    />
  );
}

export const calendarTexts = texts("calendar", {
  previousMonth: "Previous month",
  nextMonth: "Next month",
  chooseFirstDay: "Choose a first day",
  chooseLastDay: "Choose a last day, or the same day again",
});
