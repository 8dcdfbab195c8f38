import { classNames } from "@/components/ui/class-names";

/** How the button of a filter looks; `isSet` when it narrows the list. */
export function filterButtonStyle(isSet: boolean): string {
  return classNames(
    "inline-flex h-8 shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-md border px-2.5 xl:@max-[60rem]:px-2",
    "font-medium text-dense transition-colors pointer-coarse:h-10",
    isSet
      ? "border-accent/40 bg-accent-soft text-accent"
      : "border-line-strong border-dashed bg-surface text-muted hover:bg-hover hover:text-text",
  );
}
