import { texts } from "@/lib/language/texts";

export const columnChooserTexts = texts("columnChooser", {
  density: "Density",
  densities: { comfortable: "comfortable", compact: "compact" },
  relativeTimes: "Relative times",
  dayDividers: "Day dividers",
  columns: "Columns",
  always: "always",
  narrower: (column: string) => `Make ${column} narrower`,
  wider: (column: string) => `Make ${column} wider`,
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  reset: "Reset columns and display",
});
