import { Headphones } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { formatFull, formatMoment } from "@/components/format/dates";
import { formatElapsed } from "@/components/format/durations";
import { fillText } from "@/components/format/fill-text";
import { toNameOrNumber } from "@/components/format/phone-number";
import { ActiveFilters } from "@/components/list/chips";
import { EmptyList } from "@/components/list/empty";
import { UnreadParameters } from "@/components/list/header";
import { newListHrefs } from "@/components/list/list-hrefs";
import { columnHeaderStyle } from "@/components/list/styles";
import { ListTable, listRowStyle, ZoneNote } from "@/components/list/table";
import { recordingHref } from "@/components/recordings/recording-href";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/page/empty-state";
import { everyListen, type ListenQuery, writeListenQuery } from "@/lib/heard/listen-query";
import type { ListenListView, ListenView } from "@/lib/heard/views";
import type { UnreadParameter } from "@/lib/list/list-url";
import { listensTexts } from "./listens-texts.en";

export const auditPath: Route = "/audit";

export const {
  listHref: auditHref,
  filterHref,
  pageHref,
} = newListHrefs<ListenQuery>(auditPath, writeListenQuery);

type ListensTableProps = {
  query: ListenQuery;
  unread: UnreadParameter[];
  listens: ListenListView;
  timeZone: string;
};

/** Who listened to what, and when: a line for each time. */
export function ListensTable({ query, unread, listens, timeZone }: ListensTableProps) {
  const t = listensTexts();
  const chips = describeFilter(query, listens.personName);
  return (
    <>
      <div className="space-y-3 border-line border-b px-4 py-4 sm:px-6">
        <div>
          <h1 className="font-semibold text-xl tracking-tight">{t.title}</h1>
          <p className="mt-1 text-muted text-sm">{t.about}</p>
        </div>
        <ActiveFilters chips={chips} clearHref={filterHref(query, everyListen)} />
        <UnreadParameters unread={unread} />
      </div>
      {listens.rows.length > 0 ? (
        <ListTable
          label={t.listening}
          head={columns.map(({ name, className }) => (
            <th key={name} scope="col" className={classNames(columnHeaderStyle, className)}>
              {t[name]}
              {name === "time" ? <ZoneNote timeZone={timeZone} /> : null}
            </th>
          ))}
        >
          {listens.rows.map((listen) => (
            <ListenRow key={`${listen.userId} ${listen.id}`} {...{ listen, query, timeZone }} />
          ))}
        </ListTable>
      ) : (
        <EmptyList
          things={t.entries}
          page={query.page}
          firstHref={pageHref(query, "first")}
          isFiltered={chips.length > 0}
          clearHref={filterHref(query, everyListen)}
          advice={t.advice}
        >
          <EmptyState icon={Headphones} title={t.nobodyYet}>
            {t.aboutEntries}
          </EmptyState>
        </EmptyList>
      )}
    </>
  );
}

const columns = [
  { name: "time", className: "w-52 xl:pl-6" },
  { name: "person", className: "w-64" },
  { name: "call", className: "" },
  { name: "timeListened", className: "w-32 text-right xl:pr-6" },
] as const;

type ListenRowProps = { listen: ListenView; query: ListenQuery; timeZone: string };

function ListenRow({ listen, query, timeZone }: ListenRowProps) {
  const t = listensTexts();
  const { recordingId, customer, userId, name, startedAt, seconds } = listen;
  const { day, time } = formatMoment(startedAt, timeZone);
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-2 text-right xl:pl-6 xl:text-left")}>
        <time dateTime={startedAt} title={formatFull(startedAt, timeZone)} className="tabular-nums">
          <span className="text-muted">{day}</span> {time}
        </time>
      </td>
      <td className={classNames(cell, "order-1")}>
        <Link
          href={filterHref(query, { person: userId })}
          prefetch={false}
          title={t.onlyPerson}
          className={linkStyle}
        >
          {name ?? t.formerMember}
        </Link>
      </td>
      <td className={classNames(cell, "order-3")}>
        {customer ? (
          <Link href={recordingHref(recordingId)} prefetch={false} className={linkStyle}>
            <bdi>{toNameOrNumber(customer)}</bdi>
          </Link>
        ) : (
          <span className="text-muted">
            {fillText(t.removedCall, {
              id: <bdi className="font-mono text-[0.92em]">{recordingId}</bdi>,
            })}
          </span>
        )}
      </td>
      <td className={classNames(cell, "order-4 text-right tabular-nums xl:pr-6")}>
        {formatElapsed(seconds)}
      </td>
    </tr>
  );
}

const rowStyle = listRowStyle("grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1");
const cell = "min-w-0 truncate xl:h-10 xl:border-line xl:border-b xl:px-3";
const linkStyle = "underline decoration-line-strong underline-offset-2 hover:decoration-current";

function describeFilter(query: ListenQuery, personName: string | null) {
  const t = listensTexts();
  const { person, recording } = query.filter;
  const chip = (name: string, value: string, field: "person" | "recording") => ({
    ...{ name, verb: t.is, value },
    removeHref: filterHref(query, { [field]: null }),
  });
  return [
    ...(person === null ? [] : [chip(t.person, personName ?? t.formerMember, "person")]),
    ...(recording === null ? [] : [chip(t.recording, recording, "recording")]),
  ];
}
