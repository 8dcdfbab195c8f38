/** Day and time of an instant in a zone, to the second: a log has several in a minute. */
export function formatMoment(instant: string, timeZone: string): { day: string; time: string } {
  const formatters = formattersOf(timeZone);
  const date = new Date(instant);
  return { day: formatters.day.format(date), time: formatters.time.format(date) };
}

type Formatters = { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat };

/** Making a formatter costs more than fifty uses of it. */
function formattersOf(timeZone: string): Formatters {
  const made = kept.get(timeZone) ?? {
    day: new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" }),
    time: new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium", hourCycle: "h23" }),
  };
  kept.set(timeZone, made);
  return made;
}

/** Bounded by the number of time zones that there are. */
const kept = new Map<string, Formatters>();
