import Link from "next/link";
import { customerCallsHref } from "@/components/customers/customers-list";
import { customersDetailTexts } from "@/components/customers/texts.en";
import { formatFull, formatShort } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { formatLength } from "@/components/format/time-spans";
import { ListPaging, newestFirstWords } from "@/components/list/paging";
import { columnLabels } from "@/components/recordings/columns/table-view";
import { listHref } from "@/components/recordings/list-href";
import { buttonStyle } from "@/components/ui/controls/button";
import { ButtonLink } from "@/components/ui/controls/links";
import { Section } from "@/components/ui/page/sections";
import { NamedValue, type Tone, ToneDot, toneFill } from "@/components/ui/tone";
import { noValueLabel, toValueView } from "@/components/vocabulary/values";
import type { AttemptView, CustomerDetailView } from "@/lib/customers/views";
import { customerHref, recordingHref } from "@/lib/list/id-segment";
import { emptyFilter, firstPage, type RecordingPage } from "@/lib/recordings/filter/filter";
import type { RecordingListView, RecordingRowView } from "@/lib/recordings/views/views";
import type { ViewContext } from "@/lib/vocabulary/views";

type CustomerCallsProps = ViewContext & {
  customer: CustomerDetailView;
  calls: RecordingListView;
  page: RecordingPage;
};

/** The calls of one customer, a page of them. */
export function CustomerCalls({ customer, calls, page, ...zone }: CustomerCallsProps) {
  const t = customersDetailTexts().callList;
  const { rows, after, before } = calls;
  const first = { ...firstPage, sort: page.sort, limit: page.limit };
  const inRecordings = listHref({
    filter: { ...emptyFilter, customer: { include: [customer.id], exclude: [] } },
    page: firstPage,
  });
  return (
    <Section
      title={t.title}
      actions={
        customer.calls > 0 ? (
          <Link href={inRecordings} prefetch={false} className={buttonStyle("ghost", "small")}>
            {t.inRecordings}
          </Link>
        ) : null
      }
    >
      {rows.length > 0 ? (
        <table aria-label={t.title} className="-my-2 block w-full text-dense sm:table">
          <thead className="sr-only">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {columnLabels[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line sm:table-row-group">
            {rows.map((row) => (
              <CustomerCallRow key={row.id} row={row} {...zone} />
            ))}
          </tbody>
        </table>
      ) : (
        <p className="text-dense text-muted">{customer.calls > 0 ? t.pastEnd : t.noneAnyMore}</p>
      )}
      <div className="-mx-4 -mb-3 empty:hidden sm:-mx-6">
        <ListPaging
          pageHref={(start) =>
            customerCallsHref(customer.id, start === "first" ? first : { ...first, ...start })
          }
          after={after}
          before={before}
          words={newestFirstWords}
        />
      </div>
      {rows.length === 0 && customer.calls > 0 ? (
        <ButtonLink href={customerHref(customer.id)} size="small" className="mt-3">
          {t.firstPage}
        </ButtonLink>
      ) : null}
    </Section>
  );
}

const columns = ["created_at", "status", "campaign", "minutes_used", "summary"] as const;

type CustomerCallRowProps = ViewContext & { row: RecordingRowView };

/** One call of a customer. The link on its time covers the whole row. */
function CustomerCallRow({ row, now, timeZone, vocabulary }: CustomerCallRowProps) {
  const t = customersDetailTexts().callList;
  const { day, time } = formatShort(row.createdAt, timeZone, now);
  return (
    <tr className="relative grid grid-cols-[minmax(6rem,1fr)_minmax(0,auto)_auto] gap-x-4 gap-y-0.5 py-2 hover:bg-hover sm:grid-cols-[8rem_9rem_minmax(0,1fr)_auto]">
      <td className="min-w-0">
        <Link
          href={recordingHref(row.id)}
          prefetch={false}
          title={formatFull(row.createdAt, timeZone)}
          className="whitespace-nowrap font-medium tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          <time dateTime={row.createdAt}>
            <span className="text-muted">{day}</span> {time}
          </time>
        </Link>
      </td>
      <td className="min-w-0 truncate">
        <NamedValue {...toValueView("status", row.status, vocabulary)} />
      </td>
      <td className="order-4 col-span-3 min-w-0 truncate sm:order-none sm:col-span-1">
        {row.campaign === null ? (
          <span className="text-faint">{noValueLabel("campaign")}</span>
        ) : (
          <NamedValue {...toValueView("campaign", row.campaign, vocabulary)} />
        )}
      </td>
      <td className="text-right tabular-nums">
        {row.minutesUsed === null ? "–" : countFormat.format(row.minutesUsed)}
        <span className="text-muted">{` ${t.minutes}`}</span>
      </td>
      <td
        dir="auto"
        className="order-5 col-span-3 min-w-0 truncate text-muted empty:hidden sm:order-none sm:col-span-4"
      >
        {row.summaryBeginning}
      </td>
    </tr>
  );
}

type AttemptsProps = ViewContext & {
  /** Oldest first. */
  attempts: AttemptView[];
  /** How many calls there are in all. */
  calls: number;
};

/** The calls of a customer as marks in their order, with the days between them. */
export function Attempts({ attempts, calls, now, timeZone, vocabulary }: AttemptsProps) {
  const t = customersDetailTexts().attempts;
  const [first] = attempts;
  const last = attempts.at(-1);
  if (!first || !last) return null;
  const marks = attempts.map((attempt) => ({
    attempt,
    status: toValueView("status", attempt.status, vocabulary),
  }));
  return (
    <section aria-label={t.title} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-semibold text-sm">{describeSpan(attempts, calls)}</h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-muted text-xs">
          {countStatuses(marks.map(({ status }) => status)).map(({ label, tone, count }) => (
            <li key={label} className="inline-flex min-w-0 items-center gap-1.5">
              <ToneDot tone={tone} />
              <bdi className="max-w-48 truncate">{label}</bdi>
              <span className="tabular-nums">{countFormat.format(count)}</span>
            </li>
          ))}
        </ul>
      </div>
      <ol className="mt-1.5 flex flex-wrap items-center gap-y-1">
        {marks.map(({ attempt, status }, index) => {
          const { day, time } = formatShort(attempt.createdAt, timeZone, now);
          const said = t.call(day, time, status.label);
          return (
            <li key={attempt.id} className="flex items-center">
              <Gap from={attempts[index - 1]} to={attempt} />
              <Link
                href={recordingHref(attempt.id)}
                prefetch={false}
                title={`${formatFull(attempt.createdAt, timeZone)}: ${status.label}`}
                className="group/mark flex size-6 pointer-coarse:size-8 items-center justify-center rounded hover:bg-hover"
              >
                <span
                  aria-hidden
                  className={`h-4 w-2.5 rounded-xs transition-transform group-hover/mark:scale-y-125 print:border ${toneFill[status.tone ?? "grey"]}`}
                />
                <span className="sr-only">{said}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function describeSpan(attempts: AttemptView[], calls: number): string {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (!first || !last) return "";
  const t = customersDetailTexts().attempts;
  if (attempts.length === 1 && calls <= 1) return t.oneCall;
  const span = describeLength({ fromAt: first.createdAt, toAt: last.createdAt });
  return calls > attempts.length
    ? t.newestWithin(attempts.length, calls, span)
    : t.within(attempts.length, span);
}

/** Hours are of no matter where there are days. */
function describeLength(span: { fromAt: string; toAt: string }): string {
  const days = Math.floor((Date.parse(span.toAt) - Date.parse(span.fromAt)) / dayMs);
  return days < 2 ? formatLength(span) : customersDetailTexts().attempts.days(days);
}

type Status = { label: string; tone?: Tone };

/** In the order of their first coming. */
function countStatuses(statuses: Status[]): (Status & { count: number })[] {
  const counted = new Map<string, Status & { count: number }>();
  for (const status of statuses) {
    const { count } = counted.get(status.label) ?? { count: 0 };
    counted.set(status.label, { ...status, count: count + 1 });
  }
  return [...counted.values()];
}

const dayMs = 86_400_000;

/** The time between two calls, where it is a day or more: the longer, the wider. */
function Gap({ from, to }: { from: AttemptView | undefined; to: AttemptView }) {
  if (!from) return null;
  const days = (Date.parse(to.createdAt) - Date.parse(from.createdAt)) / dayMs;
  if (days < 1) return null;
  const line = <span aria-hidden className="h-px min-w-2 flex-1 bg-line-strong" />;
  return (
    <span
      style={{ minWidth: `${toWidth(days)}rem` }}
      className="flex items-center gap-1 whitespace-nowrap px-0.5 text-faint text-tiny tabular-nums"
    >
      {line}
      {customersDetailTexts().attempts.gap(Math.floor(days))}
      {line}
    </span>
  );
}

function toWidth(days: number): number {
  return Math.min(1.75 + 0.75 * Math.log2(days), 8);
}
