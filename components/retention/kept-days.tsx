import { formatDay, Instant } from "@/components/format/dates";
import { countFormat, formatMegabytes } from "@/components/format/numbers";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Description, DescriptionList } from "@/components/ui/page/description-list";
import type { RetentionView } from "@/lib/intake/views/views";

const mostShown = 400;

/** The size of each day, folded away. */
export function KeptDays({ retention }: { retention: RetentionView }) {
  const { kept, unpartitionedBytes } = retention;
  if (kept.length === 0) return null;
  const more = kept.length - mostShown;
  return (
    <Disclosure summary={<span className="text-dense">Day by day</span>}>
      <table aria-label="Day by day" className="w-full text-dense tabular-nums">
        <thead>
          <tr className="text-left text-muted text-xs">
            <th scope="col" className="py-1.5 font-medium">
              Day in UTC
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Size
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {kept.slice(0, mostShown).map(({ acceptedOn, bytes, isOverLimit }) => (
            <tr key={acceptedOn}>
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="flex flex-wrap items-center gap-2">
                  {formatDay(acceptedOn)}
                  {isOverLimit ? <Badge variant="warn">Still needed</Badge> : null}
                </span>
              </th>
              <td className="py-1.5 text-right">{formatMegabytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-muted text-xs empty:hidden">
        {more > 0 ? `And ${countFormat.format(more)} older days. ` : null}
        {unpartitionedBytes > mostOfNothing
          ? `${formatMegabytes(unpartitionedBytes)} lie in no day of their own.`
          : null}
      </p>
    </Disclosure>
  );
}

/** What an empty table takes. */
const mostOfNothing = 100_000;

type RetentionFactsProps = { retention: RetentionView; timeZone: string };

/** How much is kept, since when, and when it was last tidied. */
export function RetentionFacts({ retention, timeZone }: RetentionFactsProps) {
  const { kept, totalBytes, tidiedAt, fault } = retention;
  const oldest = kept.at(-1);
  return (
    <DescriptionList>
      <Description term="Days">{countFormat.format(kept.length)}</Description>
      <Description term="Size">{formatMegabytes(totalBytes)}</Description>
      <Description term="Oldest day">
        {oldest ? formatDay(oldest.acceptedOn) : <span className="text-faint">None yet</span>}
      </Description>
      <Description term="Last cleanup">
        {tidiedAt ? (
          <Instant at={tidiedAt} timeZone={timeZone} />
        ) : (
          <span className="text-faint">Under way</span>
        )}
        {fault ? (
          <p className="wrap-anywhere text-warn">Not all could go: {fault}. Tried again hourly.</p>
        ) : null}
      </Description>
    </DescriptionList>
  );
}
