import { classNames } from "@/components/ui/class-names";

/** The head of a column of the list. */
export const columnHeaderStyle =
  "sticky top-0 z-10 h-9 border-line border-b bg-surface px-3 text-left font-medium text-muted text-xs";

/** How the button of a filter looks; `isSet` when it narrows the list, `hasChip` when a chip says how. */
export function filterButtonStyle(isSet: boolean | undefined, hasChip = false): string {
  return classNames(
    "inline-flex h-8 shrink-0 select-none items-center gap-1.5 whitespace-nowrap border px-2.5 xl:@max-[60rem]:px-2",
    hasChip ? "rounded-l-md border-r-0 focus-visible:z-1" : "rounded-md",
    "font-medium text-dense transition-colors pointer-coarse:h-10",
    isSet
      ? "border-accent/40 bg-accent-soft text-accent"
      : "border-line-strong border-dashed bg-surface text-muted hover:bg-hover hover:text-text",
  );
}

/** How a button of the list's own looks, which is no filter: there, but quiet. */
export const toolButtonStyle =
  "inline-flex h-8 shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface px-2.5 font-medium text-dense text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:h-10";

/** Its text, which gives way to the icon where the list of calls has little room. */
export const toolLabelStyle = "max-sm:sr-only @max-[60rem]:sr-only";
