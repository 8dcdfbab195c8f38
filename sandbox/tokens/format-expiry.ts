/** `YYYY-MM-DD HH:MM:SS` in a zone that the text does not name. */
export function formatExpiry(expiresAt: Date, offsetMinutes: number): string {
  const shifted = new Date(expiresAt.getTime() + offsetMinutes * 60_000);
  return shifted.toISOString().slice(0, 19).replace("T", " ");
}
