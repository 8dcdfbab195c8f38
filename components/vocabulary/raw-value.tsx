import { classNames } from "@/components/ui/class-names";

type RawValueProps = { isAlone?: boolean; children: string | undefined };

/** How a value arrives, small beside the name that it was given. */
export function RawValue({ isAlone = false, children }: RawValueProps) {
  if (children === undefined) return null;
  return (
    <code
      dir="auto"
      title={children}
      className={classNames(
        "min-w-0 max-w-full truncate font-mono text-[0.92em]",
        !isAlone && "text-muted",
      )}
    >
      {children}
    </code>
  );
}
