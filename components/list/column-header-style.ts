/** The head of a column of the list. */
export const columnHeaderStyle =
  "sticky top-0 z-10 h-9 border-line border-b bg-surface px-3 text-left font-medium text-muted text-xs";
