import Link from "next/link";
import { customerHref } from "@/components/customers/customers-href";
import { formatFull, formatShort } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { ListPaging, newestFirstWords } from "@/components/list/paging";
import { listHref } from "@/components/recordings/list-href";
import { recordingHref } from "@/components/recordings/recording-href";
import { buttonStyle } from "@/components/ui/controls/button";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Section } from "@/components/ui/page/sections";
import { NamedValue } from "@/components/vocabulary/named-value";
import { toValueView } from "@/components/vocabulary/values";
import type { PersonView } from "@/lib/customers/views";
import { emptyFilter, firstPage, type RecordingPage } from "@/lib/recordings/filter/filter";
import type { RecordingListView, RecordingRowView } from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { customersDetailTexts } from "./texts.en";

type PersonCallsProps = {
  person: PersonView;
  calls: RecordingListView;
  page: RecordingPage;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** The calls of one person, a page of them. */
export function PersonCalls({ person, calls, page, ...zone }: PersonCallsProps) {
  const t = customersDetailTexts().callList;
  const { rows, after, before } = calls;
  const first = { ...firstPage, sort: page.sort, limit: page.limit };
  const inRecordings = listHref({
    filter: { ...emptyFilter, customer: { include: [person.id], exclude: [] } },
    page: firstPage,
  });
  return (
    <Section
      title={t.title}
      actions={
        person.calls > 0 ? (
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
              {Object.values(t.columns).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line sm:table-row-group">
            {rows.map((row) => (
              <PersonCallRow key={row.id} row={row} {...zone} />
            ))}
          </tbody>
        </table>
      ) : (
        <p className="text-dense text-muted">{person.calls > 0 ? t.pastEnd : t.noneAnyMore}</p>
      )}
      <div className="-mx-4 -mb-3 empty:hidden sm:-mx-6">
        <ListPaging
          pageHref={(start) =>
            customerHref(person.id, start === "first" ? first : { ...first, ...start })
          }
          after={after}
          before={before}
          words={newestFirstWords}
        />
      </div>
      {rows.length === 0 && person.calls > 0 ? (
        <ButtonLink href={customerHref(person.id)} size="small" className="mt-3">
          {t.firstPage}
        </ButtonLink>
      ) : null}
    </Section>
  );
}

type PersonCallRowProps = {
  row: RecordingRowView;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** One call of a person. The link on its time covers the whole row. */
function PersonCallRow({ row, now, timeZone, vocabulary }: PersonCallRowProps) {
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
          <span className="text-faint">{t.noCampaign}</span>
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
