import { classNames } from "./class-names";

/** A grey place of the size of what is to come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames("block animate-pulse rounded bg-skeleton", className)}
    />
  );
}
