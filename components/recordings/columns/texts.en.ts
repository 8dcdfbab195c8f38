import { texts } from "@/lib/language/texts";

export const columnsMenuTexts = texts("columnsMenu", {
  columns: "Columns",
  /** Where the list has no columns. */
  display: "Display",
});
