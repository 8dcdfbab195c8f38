/** The place of a zone: "Europe/Berlin" is "Berlin". */
export function zoneName(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}
