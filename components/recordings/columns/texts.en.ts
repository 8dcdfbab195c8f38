import { texts } from "@/lib/language/texts";

export const columnsMenuTexts = texts("columnsMenu", {
  columns: "Columns",
});
