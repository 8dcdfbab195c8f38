import { ClipboardList } from "lucide-react";
import type { Route } from "next";
import { formatFull, formatMoment } from "@/components/format/dates";
import { counted } from "@/components/format/numbers";
import { toNameOrNumber } from "@/components/format/phone-number";
import { fillText } from "@/components/format/text";
import { formatElapsed } from "@/components/format/time-spans";
import { ActiveFilters } from "@/components/list/chips";
import { ListTab, UnreadParameters } from "@/components/list/header";
import { newListHrefs } from "@/components/list/list-hrefs";
import { EmptyList } from "@/components/list/paging";
import { Column, ListTable, listRowStyle, ZoneNote } from "@/components/list/table";
import { classNames } from "@/components/ui/class-names";
import { TextLink } from "@/components/ui/controls/links";
import { EmptyState } from "@/components/ui/page/placeholders";
import {
  type AuditEntryView,
  type AuditLogView,
  type AuditQuery,
  activities,
  everyEntry,
  writeAuditQuery,
} from "@/lib/audit/views";
import { texts } from "@/lib/language/texts";
import { recordingHref } from "@/lib/list/id-segment";
import type { UnreadParameter } from "@/lib/list/list-page";
import { reviewLabels } from "@/lib/notes/views";

const auditPath: Route = "/audit";

export const {
  listHref: auditHref,
  filterHref,
  pageHref,
} = newListHrefs<AuditQuery>(auditPath, writeAuditQuery);

type AuditTableProps = {
  query: AuditQuery;
  unread: UnreadParameter[];
  entries: AuditLogView;
  timeZone: string;
};

/** Who did what, and when: a line for each time. */
export function AuditTable({ query, unread, entries, timeZone }: AuditTableProps) {
  const t = auditTexts();
  const chips = describeFilter(query, entries.userName);
  return (
    <>
      <div className="space-y-3 border-line border-b px-4 py-4 sm:px-6">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div>
            <h1 className="font-semibold text-xl tracking-tight">{t.title}</h1>
            <p className="mt-1 text-muted text-sm">{t.about}</p>
          </div>
          <nav
            aria-label={t.activity}
            className="flex flex-wrap rounded-md border border-line bg-canvas p-0.5"
          >
            {[null, ...activities].map((activity) => (
              <ListTab
                key={activity}
                href={filterHref(query, { activity })}
                isHere={query.filter.activity === activity}
              >
                {activity === null ? t.all : t.activities[activity]}
              </ListTab>
            ))}
          </nav>
        </div>
        <ActiveFilters
          chips={chips}
          clearHref={filterHref(query, { person: null, recording: null })}
        />
        <UnreadParameters unread={unread} />
      </div>
      {entries.rows.length > 0 ? (
        <ListTable
          label={t.title}
          head={columns.map(({ name, className }) => (
            <Column key={name} className={className}>
              {t[name]}
              {name === "time" ? <ZoneNote timeZone={timeZone} /> : null}
            </Column>
          ))}
        >
          {entries.rows.map((entry) => (
            <EntryRow
              key={`${entry.userId} ${entry.id}`}
              entry={entry}
              query={query}
              timeZone={timeZone}
            />
          ))}
        </ListTable>
      ) : (
        <EmptyList
          things={t.entries}
          page={query.page}
          firstHref={pageHref(query, "first")}
          isFiltered={chips.length > 0 || query.filter.activity !== null}
          clearHref={filterHref(query, everyEntry)}
          advice={t.advice}
        >
          <EmptyState icon={ClipboardList} title={t.nothingYet}>
            {t.aboutEntries}
          </EmptyState>
        </EmptyList>
      )}
    </>
  );
}

const columns = [
  { name: "time", className: "w-52 xl:pl-6" },
  { name: "person", className: "w-56" },
  { name: "activity", className: "" },
  { name: "call", className: "w-72 xl:pr-6" },
] as const;

type EntryRowProps = { entry: AuditEntryView; query: AuditQuery; timeZone: string };

function EntryRow({ entry, query, timeZone }: EntryRowProps) {
  const t = auditTexts();
  const { userId, name, at, what } = entry;
  const { day, time } = formatMoment(at, timeZone);
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-2 text-right xl:pl-6 xl:text-left")}>
        <time dateTime={at} title={formatFull(at, timeZone)} className="tabular-nums">
          <span className="text-muted">{day}</span> {time}
        </time>
      </td>
      <td className={classNames(cell, "order-1")}>
        <TextLink href={filterHref(query, { person: userId })} title={t.onlyPerson}>
          {name ?? t.formerMember}
        </TextLink>
      </td>
      <td className={classNames(cell, "order-3 col-span-2")}>
        <Words what={what} />
      </td>
      <td
        className={classNames(cell, "order-4 col-span-2 empty:hidden xl:pr-6 xl:empty:table-cell")}
      >
        <Call entry={entry} />
      </td>
    </tr>
  );
}

function Words({ what }: Pick<AuditEntryView, "what">) {
  const t = auditTexts();
  switch (what.action) {
    case "listened":
      return fillText(t.listened, {
        time: <span className="tabular-nums">{formatElapsed(what.seconds)}</span>,
      });
    case "tag-created":
      return fillText(t.tagCreated, { tag: <TagName name={what.name} /> });
    case "tag-changed": {
      const { name, formerName, isRecoloured } = what;
      const names = { former: <TagName name={formerName} />, tag: <TagName name={name} /> };
      if (name === formerName) return fillText(t.tagRecoloured, { tag: names.tag });
      return fillText(isRecoloured ? t.tagRenamedRecoloured : t.tagRenamed, names);
    }
    case "tag-deleted":
      return fillText(t.tagDeleted, { tag: <TagName name={what.name} /> });
    case "review-changed":
      if (what.state === null) return t.reviewCleared;
      return fillText(t.reviewSet, { state: reviewLabels[what.state] });
    default:
      return t[what.action];
  }
}

function TagName({ name }: { name: string }) {
  return <bdi className="font-medium">{name}</bdi>;
}

function Call({ entry: { recordingId, customer, calls } }: Pick<EntryRowProps, "entry">) {
  const t = auditTexts();
  if (recordingId === null) return calls > 0 ? t.calls(calls) : null;
  if (customer) {
    return (
      <TextLink href={recordingHref(recordingId)}>
        <bdi>{toNameOrNumber(customer)}</bdi>
      </TextLink>
    );
  }
  return (
    <span className="text-muted">
      {fillText(t.removedCall, {
        id: <bdi className="font-mono text-[0.92em]">{recordingId}</bdi>,
      })}
    </span>
  );
}

const rowStyle = listRowStyle("grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1");
const cell = "min-w-0 truncate xl:h-10 xl:border-line xl:border-b xl:px-3";

function describeFilter(query: AuditQuery, userName: string | null) {
  const t = auditTexts();
  const { person, recording } = query.filter;
  const chip = (name: string, value: string, field: "person" | "recording") => ({
    name,
    verb: t.is,
    value,
    removeHref: filterHref(query, { [field]: null }),
  });
  return [
    ...(person === null ? [] : [chip(t.person, userName ?? t.formerMember, "person")]),
    ...(recording === null ? [] : [chip(t.recording, recording, "recording")]),
  ];
}

const calls = (count: number) => counted(count, "call", "calls");

export const auditTexts = texts("auditLog", {
  title: "Audit log",
  about: "Who listened to which call, and who changed tags, reviews and protection.",
  time: "Time",
  person: "Person",
  activity: "Activity",
  call: "Call",
  all: "All",
  activities: {
    listen: "Listening",
    tag: "Tags",
    review: "Reviews",
    protection: "Protection",
  },
  listened: "Listened for {time}",
  tagCreated: "Created the tag {tag}",
  tagRenamed: "Renamed the tag {former} to {tag}",
  tagRecoloured: "Changed the colour of the tag {tag}",
  tagRenamedRecoloured: "Renamed the tag {former} to {tag} and changed its colour",
  tagDeleted: "Deleted the tag {tag}",
  reviewSet: "Marked the call “{state}”",
  reviewCleared: "Cleared the review",
  protected: "Protected audio from deletion",
  unprotected: "Removed deletion protection",
  unknown: "A change made by a newer version",
  calls,
  entries: "entries",
  advice: "No activity matches these filters.",
  nothingYet: "No activity yet",
  aboutEntries: "Plays, and changes to tags, reviews and protection, appear here.",
  onlyPerson: "Show only this person’s activity",
  formerMember: "Former member",
  removedCall: "Removed call {id}",
  recording: "Recording",
  is: "is",
});
