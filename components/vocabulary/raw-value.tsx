/** How a value arrives, small beside the name that it was given. */
export function RawValue({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <code
      dir="auto"
      title={children}
      className="min-w-0 max-w-full truncate font-mono text-[0.92em] text-muted"
    >
      {children}
    </code>
  );
}
