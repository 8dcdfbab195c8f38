import { shownBudgets } from "@/lib/platform/settings/budgets";
import { firstDay, lastDay } from "./calendar-day";

/** The lengths of time that one bar of a timeline may stand for, shortest first. */
export const timelineUnits = [
  "day",
  "week",
  "month",
  "quarter",
  "year",
  "decade",
  "century",
] as const;
export type TimelineUnit = (typeof timelineUnits)[number];

/** A timeline has at most so many bars, whatever days it spans. */
export const mostBars = shownBudgets.timelineBars;

/**
 * The shortest unit in which the days from one to another, both included and of the years 1 to 9999,
 * are few enough to be told apart.
 */
export function chooseUnit(from: string, to: string): TimelineUnit {
  const isShort = (unit: TimelineUnit) =>
    indexOfUnit(to, unit) - indexOfUnit(from, unit) < mostOf[unit];
  return timelineUnits.find(isShort) ?? "century";
}

const mostOf: Record<TimelineUnit, number> = {
  day: 92,
  week: 106,
  month: 121,
  quarter: 121,
  year: 121,
  decade: 121,
  century: mostBars,
};

/** The first days of the units that hold these days, both included. */
export function listUnits(from: string, to: string, unit: TimelineUnit): string[] {
  const first = indexOfUnit(from, unit);
  const count = Math.min(indexOfUnit(to, unit) - first + 1, mostBars);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => dayOfUnit(first + index, unit));
}

/** The first day of the unit that holds a day; weeks begin on Monday, decades in 2020. */
export function startOfUnit(day: string, unit: TimelineUnit): string {
  return dayOfUnit(indexOfUnit(day, unit), unit);
}

/** The last day of the unit that holds a day. */
export function endOfUnit(day: string, unit: TimelineUnit): string {
  return writeDay(toDayNumber(indexOfUnit(day, unit) + 1, unit) - 1);
}

/** So many days later, or before: within the years 1 to 9999. */
export function shiftDay(day: string, days: number): string {
  return dayOfUnit(indexOfUnit(day, "day") + days, "day");
}

/** How many days later one is than another. */
export function daysBetween(day: string, later: string): number {
  return indexOfUnit(later, "day") - indexOfUnit(day, "day");
}

/** Units are numbered without a gap, so that how many there are is a subtraction. */
function indexOfUnit(day: string, unit: TimelineUnit): number {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const dayNumber = Date.parse(`${day}T00:00:00Z`) / dayMs;
  if (unit === "day") return dayNumber;
  if (unit === "week") return Math.floor((dayNumber - aMonday) / 7);
  if (unit === "month") return year * 12 + month - 1;
  if (unit === "quarter") return year * 4 + Math.floor((month - 1) / 3);
  return Math.floor(year / yearsOf[unit]);
}

const yearsOf = { year: 1, decade: 10, century: 100 };

/** Days since 1970; 5 January of that year was a Monday. */
const aMonday = 4;

function dayOfUnit(index: number, unit: TimelineUnit): string {
  return writeDay(toDayNumber(index, unit));
}

/** The first day of a unit, in days since 1970. */
function toDayNumber(index: number, unit: TimelineUnit): number {
  if (unit === "day") return index;
  if (unit === "week") return index * 7 + aMonday;
  const date = new Date(0);
  if (unit === "month") date.setUTCFullYear(Math.floor(index / 12), index % 12, 1);
  else if (unit === "quarter") date.setUTCFullYear(Math.floor(index / 4), (index % 4) * 3, 1);
  else date.setUTCFullYear(index * yearsOf[unit], 0, 1);
  return date.getTime() / dayMs;
}

/** The first decade begins before the first year, and the last week ends after the last one. */
function writeDay(dayNumber: number): string {
  const day = new Date(dayNumber * dayMs).toISOString();
  if (day.startsWith("+")) return lastDay;
  return day.startsWith("-") || day < firstDay ? firstDay : day.slice(0, 10);
}

const dayMs = 86_400_000;
