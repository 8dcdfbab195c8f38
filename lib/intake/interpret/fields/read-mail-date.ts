/** A time as it was written, before anybody knows whether it exists. */
export type WrittenTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Digits behind the point. */
  fraction: string;
  /** `UTC` or `+05:45`; null: none was written. */
  offset: string | null;
  /** The name of a time zone. */
  zone: string | null;
  /** From 1 for Monday to 7. */
  weekday: number | null;
};

/** The parts of a date of e-mail and HTTP (RFC 5322), `Fri, 20 Nov 2026 10:00:00 +0000`. */
export function readMailDate(text: string): WrittenTime | null {
  const match = pattern.exec(text.toLowerCase());
  if (!match?.groups) return null;
  const { weekday, day, month = "", year, hour, minute, second = "0", zone } = match.groups;
  return {
    ...{ year: Number(year), month: months.indexOf(month) + 1, day: Number(day) },
    ...{ hour: Number(hour), minute: Number(minute), second: Number(second), fraction: "" },
    offset: zone === undefined ? null : toOffset(zone),
    zone: null,
    weekday: weekday === undefined ? null : weekdays.indexOf(weekday) + 1,
  };
}

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const months = [
  ...["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
];
/** Those that the standard names. */
const hoursBehind = new Map([
  ["edt", 4],
  ["est", 5],
  ["cdt", 5],
  ["cst", 6],
  ["mdt", 6],
  ["mst", 7],
  ["pdt", 7],
  ["pst", 8],
]);
const pattern = new RegExp(
  [
    `^(?:(?<weekday>${weekdays.join("|")}),?\\s+)?`,
    `(?<day>\\d{1,2})\\s+(?<month>${months.join("|")})\\s+(?<year>\\d{4})\\s+`,
    "(?<hour>\\d{2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?",
    `(?:\\s+(?<zone>[+-]\\d{4}|utc?|gmt|z|${[...hoursBehind.keys()].join("|")}))?`,
    "(?:\\s*\\([^()]*\\))?$",
  ].join(""),
);

function toOffset(zone: string): string {
  const hours = hoursBehind.get(zone);
  if (hours !== undefined) return `-0${hours}:00`;
  return /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : "UTC";
}
