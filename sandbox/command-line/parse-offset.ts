/** Minutes east of UTC, from `+05:45`, `-03:00` or `Z`; null for anything else. */
export function parseOffset(text: string): number | null {
  if (text === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])([01]\d):([0-5]\d)$/.exec(text) ?? [];
  if (!sign) return null;
  const offsetMinutes = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -offsetMinutes : offsetMinutes;
}
