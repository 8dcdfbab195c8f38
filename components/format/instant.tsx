import { formatFull } from "./format-instant";

/** An instant in full, in the viewer's zone. */
export function Instant({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {formatFull(at, timeZone)}
    </time>
  );
}
