/** Something that can be found and done. */
export type PaletteItem = {
  group: "Pages" | "Views" | "Filters" | "Actions" | "Calls";
  label: string;
  /** How a value arrives that is called something else. */
  raw?: string;
  /** What else people may call it. */
  words?: string;
  /** Of those that are alike, shown only to who asks for it. */
  isOnlyIfSought?: boolean;
} & ({ href: string } | { run: () => unknown });
