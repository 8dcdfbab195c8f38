import { Inbox, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { formatFull, formatMoment, Instant } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { fillText } from "@/components/format/text";
import { wordProblem } from "@/components/format/word-remark";
import { EmptyList } from "@/components/list/paging";
import { Column, ListTable, listRowStyle, rowLinkStyle } from "@/components/list/table";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { ButtonLink, TextLink } from "@/components/ui/controls/links";
import { Code } from "@/components/ui/page/details";
import { EmptyState } from "@/components/ui/page/placeholders";
import { Section } from "@/components/ui/page/sections";
import type { Variant } from "@/components/ui/tone";
import { type DeliveryQuery, emptyDeliveryFilter } from "@/lib/intake/views/delivery-log";
import type { DeliverySummaryView, OversizedBodyView } from "@/lib/intake/views/views";
import { recordingHref } from "@/lib/list/id-segment";
import type { DeliveryOutcome } from "@/lib/recordings/views/views";
import {
  deliveryHref,
  describeDeliveryFilter,
  filterHref,
  isQuarantine,
  pageHref,
} from "./deliveries-list";
import { deliveriesLogTexts } from "./texts.en";

type DeliveriesTableProps = { rows: DeliverySummaryView[]; timeZone: string };

/** The log, one delivery a row. */
export function DeliveriesTable({ rows, timeZone }: DeliveriesTableProps) {
  const t = deliveriesLogTexts();
  const hasProblems = rows.some(({ problem }) => problem);
  const shown = columns.filter(({ name }) => hasProblems || name !== "problem");
  return (
    <ListTable
      label={t.deliveries}
      head={shown.map(({ name, className }) => (
        <Column key={name} className={className}>
          {t.columns[name]}
        </Column>
      ))}
    >
      {rows.map((row) => (
        <DeliveryRow key={row.id} row={row} hasProblems={hasProblems} timeZone={timeZone} />
      ))}
    </ListTable>
  );
}

const columns = [
  { name: "time", className: "w-44 xl:pl-6" },
  { name: "outcome", className: "w-30" },
  { name: "records", className: "w-64" },
  { name: "bytes", className: "w-24 text-right" },
  { name: "address", className: "w-34" },
  { name: "problem", className: "xl:pr-6" },
] as const;

type DeliveryRowProps = {
  row: DeliverySummaryView;
  /** Whether any row of the page tells of a problem. */
  hasProblems: boolean;
  timeZone: string;
};

/** One delivery. The link on its time covers the whole row. */
function DeliveryRow({ row, hasProblems, timeZone }: DeliveryRowProps) {
  const t = deliveriesLogTexts();
  const { day, time } = formatMoment(row.acceptedAt, timeZone);
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-1 xl:pl-6")}>
        <Link
          href={deliveryHref(row.id)}
          prefetch={false}
          title={formatFull(row.acceptedAt, timeZone)}
          className={classNames("tabular-nums", rowLinkStyle)}
        >
          <time dateTime={row.acceptedAt}>
            <span className="text-muted">{day}</span> {time}
          </time>
        </Link>
      </td>
      <td className={classNames(cell, "order-2 text-right xl:text-left")}>
        <OutcomeBadge outcome={row.outcome} />
      </td>
      <td className={classNames(cell, "order-4 col-span-2 xl:order-3")}>
        <Records row={row} />
      </td>
      <td className={classNames(cell, "order-6 text-right tabular-nums xl:order-4")}>
        {countFormat.format(row.bytes)}
        <span className="text-muted xl:sr-only">{t.bytesAfter}</span>
      </td>
      <td className={classNames(cell, "order-5")}>
        <Code>{row.remoteAddress || t.unknown}</Code>
      </td>
      {hasProblems ? (
        <td className={classNames(cell, "order-7 col-span-2 text-warn empty:hidden xl:pr-6")}>
          {row.problem && wordProblem(row.problem)}
        </td>
      ) : null}
    </tr>
  );
}

/** How many records there were, and the first of those that were understood. */
function Records({ row: { recordCount, recordingIds } }: { row: DeliverySummaryView }) {
  const t = deliveriesLogTexts();
  if (recordCount === 0) return <span className="text-faint">{t.noneFound}</span>;
  const [first] = recordingIds;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="shrink-0 tabular-nums">{countFormat.format(recordCount)}</span>
      {first === undefined ? (
        <span className="text-faint">{t.noneUnderstood}</span>
      ) : (
        <TextLink
          href={recordingHref(first)}
          className="relative z-10 min-w-0 truncate font-mono text-[0.92em]"
        >
          <bdi>{first}</bdi>
        </TextLink>
      )}
    </span>
  );
}

const rowStyle = listRowStyle("grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1");

const cell = "min-w-0 truncate xl:h-10 xl:border-line xl:border-b xl:px-3 xl:empty:table-cell";

/** Why the log shows no delivery; that none is held back is good news. */
export function DeliveriesEmpty({ query }: { query: DeliveryQuery }) {
  const filters = describeDeliveryFilter(query).length;
  const t = deliveriesLogTexts();
  const isAllWell = isQuarantine(query.filter) && filters === 1;
  const register = (
    <ButtonLink href="/settings/webhooks" variant="primary" size="small">
      {t.showUrl}
    </ButtonLink>
  );
  return (
    <EmptyList
      things={t.things}
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={filters > 0 && !isAllWell}
      clearHref={filterHref(query, emptyDeliveryFilter)}
      advice={t.advice}
    >
      {isAllWell ? (
        <EmptyState icon={ShieldCheck} title={t.nothingHeld.title}>
          {t.nothingHeld.text}
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title={t.noneYet.title} actions={register}>
          {t.noneYet.text}
        </EmptyState>
      )}
    </EmptyList>
  );
}

/** What became of a delivery, as word and colour. */
export function OutcomeBadge({ outcome }: { outcome: DeliveryOutcome }) {
  return <Badge variant={variants[outcome]}>{deliveriesLogTexts().outcomes[outcome]}</Badge>;
}

const variants: Record<DeliveryOutcome, Variant> = {
  pending: "info",
  stored: "good",
  unchanged: "plain",
  superseded: "plain",
  quarantined: "warn",
};

type OversizedListProps = { bodies: OversizedBodyView[]; timeZone: string };

/** Bodies that were refused for their size: what there is to find them at the sender. */
export function OversizedList({ bodies, timeZone }: OversizedListProps) {
  if (bodies.length === 0) return null;
  const t = deliveriesLogTexts().oversized;
  return (
    <div className="px-4 py-6 sm:px-6">
      <Section title={t.title} description={t.description}>
        <ul aria-label={t.title} className="-my-2 divide-y divide-line text-dense">
          {bodies.map((body) => (
            <li
              key={body.id}
              className="grid gap-x-6 gap-y-0.5 py-2 sm:grid-cols-[auto_auto_minmax(0,1fr)]"
            >
              <Instant at={body.refusedAt} timeZone={timeZone} />
              <span className="tabular-nums">{describeSize(body)}</span>
              <span className="min-w-0 text-muted">
                {fillText(t.from, {
                  address: <Code>{body.remoteAddress || deliveriesLogTexts().unknown}</Code>,
                  hash: <Code>{body.sha256.slice(0, 12)}…</Code>,
                })}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function describeSize({ bytes, declaredBytes }: OversizedBodyView): string {
  const t = deliveriesLogTexts().oversized;
  return declaredBytes === null
    ? t.read(BigInt(bytes))
    : t.readOf(BigInt(bytes), BigInt(declaredBytes));
}
