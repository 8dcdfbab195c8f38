/** How a button of the list's own looks, which is no filter: there, but quiet. */
export const toolButtonStyle =
  "inline-flex h-8 shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface px-2.5 font-medium text-dense text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:h-10";

/** Its text, which gives way to the icon in a list beside an open call. */
export const toolLabelStyle = "xl:@max-[60rem]:sr-only";
