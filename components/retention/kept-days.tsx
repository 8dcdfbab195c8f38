import { formatDay, Instant } from "@/components/format/dates";
import { countFormat, formatMegabytes } from "@/components/format/numbers";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Description, DescriptionList } from "@/components/ui/page/description-list";
import type { RetentionView } from "@/lib/intake/views/views";
import { translateStored } from "@/lib/language/translate-stored";
import { retentionTexts } from "./texts.en";

const mostShown = 400;

/** The size of each day, folded away. */
export function KeptDays({ retention }: { retention: RetentionView }) {
  const { kept, unpartitionedBytes } = retention;
  if (kept.length === 0) return null;
  const more = kept.length - mostShown;
  const t = retentionTexts();
  return (
    <Disclosure summary={<span className="text-dense">{t.dayByDay}</span>}>
      <table aria-label={t.dayByDay} className="w-full text-dense tabular-nums">
        <thead>
          <tr className="text-left text-muted text-xs">
            <th scope="col" className="py-1.5 font-medium">
              {t.dayInUtc}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t.size}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {kept.slice(0, mostShown).map(({ acceptedOn, bytes, isOverLimit }) => (
            <tr key={acceptedOn}>
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="flex flex-wrap items-center gap-2">
                  {formatDay(acceptedOn)}
                  {isOverLimit ? <Badge variant="warn">{t.stillNeeded}</Badge> : null}
                </span>
              </th>
              <td className="py-1.5 text-right">{formatMegabytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-muted text-xs empty:hidden">
        {more > 0 ? t.olderDays(more) : null}
        {unpartitionedBytes > mostOfNothing ? t.inNoDay(formatMegabytes(unpartitionedBytes)) : null}
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
  const t = retentionTexts();
  return (
    <DescriptionList>
      <Description term={t.days}>{countFormat.format(kept.length)}</Description>
      <Description term={t.size}>{formatMegabytes(totalBytes)}</Description>
      <Description term={t.oldestDay}>
        {oldest ? formatDay(oldest.acceptedOn) : <span className="text-faint">{t.noneYet}</span>}
      </Description>
      <Description term={t.lastCleanup}>
        {tidiedAt ? (
          <Instant at={tidiedAt} timeZone={timeZone} />
        ) : (
          <span className="text-faint">{t.underWay}</span>
        )}
        {fault ? (
          <p className="wrap-anywhere text-warn">
            {t.notAllGone(translateStored(fault, t.faults))}
          </p>
        ) : null}
      </Description>
    </DescriptionList>
  );
}
