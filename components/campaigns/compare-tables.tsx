import type { Route } from "next";
import Link from "next/link";
import {
  type Change,
  ChangeMark,
  shareFormat,
  toPoints,
} from "@/components/figures/compare-figures";
import { countFormat } from "@/components/format/numbers";
import type { Sums } from "@/components/recordings/list-answers";
import { listHref } from "@/components/recordings/list-href";
import { ToneDot } from "@/components/ui/tone";
import { arrangeValues, toNameView } from "@/components/vocabulary/values";
import type { ComparedSideView } from "@/lib/campaigns/views";
import { texts } from "@/lib/language/texts";
import { firstPage } from "@/lib/recordings/filter/filter";
import { listWhole } from "@/lib/vocabulary/terms";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { StatusBar } from "./status-split";

/** One side of a comparison in words and sums. */
export type ComparedSide = ComparedSideView & {
  key: string;
  name: string;
  days: string;
  sums: Sums;
  statuses: Map<string, number>;
};

type StatusTableProps = { sides: ComparedSide[]; vocabulary: VocabularyView };

/** How the calls of each side ended, in one order. */
export function StatusTable({ sides, vocabulary }: StatusTableProps) {
  const t = campaignsCompareTexts();
  const ranked = rankStatuses(sides);
  const statuses = arrangeValues("status", ranked, (status) => status, vocabulary);
  if (statuses.length === 0) return null;
  return (
    <table aria-label={t.statuses} className={tableStyle}>
      <SideHead sides={sides} first={t.status}>
        {(side) => (
          <StatusBar
            statuses={[...side.statuses].map(([status, calls]) => ({ status, calls }))}
            calls={side.sums.calls ?? 0}
            ranked={ranked}
            vocabulary={vocabulary}
          />
        )}
      </SideHead>
      <tbody>
        {statuses.slice(0, mostStatuses).map((status) => {
          const { label, tone } = toNameView("status", status, vocabulary);
          const shares = sides.map((side) =>
            share(side.statuses.get(status) ?? 0, side.sums.calls),
          );
          const [first, second] = shares;
          const other = sides[1];
          return (
            <ComparedRow
              key={status}
              head={
                <span className="inline-flex max-w-full items-center gap-2">
                  <ToneDot tone={tone ?? "grey"} />
                  <bdi className="truncate">{label}</bdi>
                </span>
              }
              sides={sides}
              cell={(side, index) => (
                <>
                  <NumberLink
                    href={toHref(side, listWhole([status], vocabulary.status))}
                    text={countFormat.format(side.statuses.get(status) ?? 0)}
                  />
                  <span className="block text-muted text-xs sm:ml-2 sm:inline-block sm:w-12">
                    {shares[index] === null ? "—" : shareFormat.format(shares[index] ?? 0)}
                  </span>
                </>
              )}
              change={
                other && typeof first === "number" && typeof second === "number"
                  ? {
                      ...toPoints(first, second),
                      title: t.ofOther(shareFormat.format(second), other.name, other.days),
                    }
                  : null
              }
            />
          );
        })}
      </tbody>
      {statuses.length > mostStatuses ? (
        <caption className="caption-bottom py-2 text-left text-muted text-xs">
          {t.moreStatuses(statuses.length - mostStatuses)}
        </caption>
      ) : null}
    </table>
  );
}

const mostStatuses = 100;

function rankStatuses(sides: ComparedSide[]): string[] {
  const calls = new Map<string, number>();
  for (const [status, count] of sides.flatMap(({ statuses }) => [...statuses])) {
    calls.set(status, (calls.get(status) ?? 0) + count);
  }
  return [...calls].sort(([, one], [, other]) => other - one).map(([status]) => status);
}

/** The calls of a side in the list, and of these the ones of some statuses. */
export function toHref({ filter }: ComparedSide, statuses: string[] = []): Route {
  return listHref({
    filter: { ...filter, status: { include: statuses, exclude: [] } },
    page: firstPage,
  });
}

type SideHeadProps = {
  sides: ComparedSide[];
  first: string;
  children?: (side: ComparedSide) => React.ReactNode;
};

export function SideHead({ sides, first, children }: SideHeadProps) {
  return (
    <thead>
      <tr className="text-left align-bottom text-xs sm:text-dense">
        <th
          scope="col"
          className="w-[26%] border-line border-b py-2 pr-3 font-medium text-muted sm:w-[24%]"
        >
          {first}
        </th>
        {sides.map((side) => (
          <th
            key={side.key}
            scope="col"
            className="border-line border-b px-1.5 py-2 text-right font-medium sm:px-3"
          >
            <bdi className="block truncate" title={side.name}>
              {side.name}
            </bdi>
            <span className="block font-normal text-muted text-xs">{side.days}</span>
            {children ? <span className="mt-1.5 block">{children(side)}</span> : null}
          </th>
        ))}
        <th
          scope="col"
          className="w-[22%] border-line border-b py-2 pl-1 sm:w-[18%] text-right font-medium text-muted"
        >
          {campaignsCompareTexts().difference}
        </th>
      </tr>
    </thead>
  );
}

export function NumberLink({ href, text }: { href: Route; text: string }) {
  if (text === "—") return <span className="text-faint">—</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {text}
    </Link>
  );
}

type ComparedRowProps = {
  head: React.ReactNode;
  sides: ComparedSide[];
  cell: (side: ComparedSide, index: number) => React.ReactNode;
  /** How the first side differs from the second; null: nobody can tell. */
  change: Change | null | undefined;
  isGoodUp?: boolean;
};

/** One figure of each side, and how they differ. */
export function ComparedRow({ head, sides, cell, change, isGoodUp }: ComparedRowProps) {
  return (
    <tr>
      <th
        scope="row"
        className="h-10 overflow-hidden border-line border-b py-2 pr-1.5 sm:pr-3 text-left font-normal text-muted text-dense"
      >
        {head}
      </th>
      {sides.map((side, index) => (
        <td key={side.key} className={cellStyle}>
          {cell(side, index)}
        </td>
      ))}
      <td className={cellStyle}>
        {change ? (
          <span className="inline-flex justify-end">
            <ChangeMark change={change} isGoodUp={isGoodUp} same={campaignsCompareTexts().equal} />
          </span>
        ) : (
          <span className="text-faint">—</span>
        )}
      </td>
    </tr>
  );
}

function share(part: number, whole: number | null): number | null {
  return whole ? part / whole : null;
}

export const tableStyle =
  "w-full table-fixed border-separate border-spacing-0 text-sm tabular-nums";
const cellStyle = "border-line border-b px-1.5 py-2 text-right last:pr-0 sm:px-3";

export const campaignsCompareTexts = texts("campaignsCompare", {
  whatIsCompared: "Comparison",
  firstSide: "First side",
  compareThis: "Compare",
  allCalls: "All calls",
  secondSide: "Second side",
  withThis: "With",
  sameInOtherPeriod: "The same, in another period",
  from: "From",
  to: "To",
  noDay: (value: string) => `“${value}” isn’t a date`,
  leftOut: (value: string) => `Only two can be compared: “${value}” is ignored`,
  unreadable: (value: string) => `“${value}” can’t be read`,
  beforeFirst: "This is before the first day",
  compare: "Compare",
  anyDate: "Any date",
  figures: "Figures",
  figure: "Figure",
  statuses: "Statuses",
  status: "Status",
  difference: "Difference",
  equal: "equal",
  /** A figure of the other side: "50% in spring, 9 Nov 2026 to 15 Nov 2026". */
  ofOther: (figure: string, side: string, days: string) => `${figure} in ${side}, ${days}`,
  moreStatuses: (count: number) =>
    count === 1
      ? "1 more status isn’t shown."
      : `${countFormat.format(count)} more statuses aren’t shown.`,
  timelines: "Timelines",
  barsOf: (side: string, days: string) => `Bars of ${side}, ${days}`,
  tooMany: "Too many calls to draw.",
  noCalls: "No calls to show.",
  outliers: "A few much older or newer calls aren’t drawn, but are counted above.",
});
