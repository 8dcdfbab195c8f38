/** How a box to write or choose in looks. */
export const inputStyle = [
  "h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-sm text-text",
  "transition-colors hover:border-faint aria-invalid:border-bad",
  "disabled:cursor-not-allowed disabled:bg-hover disabled:text-muted",
  "focus-visible:outline-offset-0",
].join(" ");
