import { CircleCheck } from "lucide-react";
import type { Route } from "next";
import { deliveryHref } from "@/components/deliveries/deliveries-list";
import { formatFull, formatShort } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { Column } from "@/components/list/table";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { ButtonLink, TextLink } from "@/components/ui/controls/links";
import { Code } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import { toVisibleText } from "@/lib/intake/views/delivery-log";
import type { DriftListView, DriftNewsView, DriftView } from "@/lib/intake/views/views";
import { driftTexts } from "./texts.en";
import { AcknowledgeForm } from "./webhook-controls";

type DriftSectionProps = {
  title: string;
  description: string;
  /** What stands where nothing was seen. */
  empty: string;
  list: DriftListView;
  now: Date;
  timeZone: string;
  acknowledge: (form: FormData) => Promise<void>;
};

/** A table of what was seen, and how to mark any of it as known. */
export function DriftSection(props: DriftSectionProps) {
  const t = driftTexts();
  const { title, description, empty, list, acknowledge, ...row } = props;
  const waiting = list.items.filter(({ acknowledged }) => !acknowledged).length;
  return (
    <AcknowledgeForm
      title={title}
      description={description}
      waiting={waiting}
      acknowledge={acknowledge}
    >
      {list.items.length === 0 ? (
        <p className="text-dense text-muted">{empty}</p>
      ) : (
        <table
          aria-label={title}
          className="-mx-4 -my-4 block w-[calc(100%+2rem)] border-separate border-spacing-0 text-dense lg:table"
        >
          <thead className="sr-only lg:not-sr-only lg:table-header-group">
            <tr>
              {listColumns().map(({ name, className }) => (
                <Column key={name} className={className}>
                  {name}
                </Column>
              ))}
            </tr>
          </thead>
          <tbody className="block lg:table-row-group">
            {list.items.map((drift) => (
              <DriftRow key={drift.id} drift={drift} {...row} />
            ))}
          </tbody>
        </table>
      )}
      {list.more > 0 ? <p className="mt-8 text-dense text-muted">{t.further(list.more)}</p> : null}
    </AcknowledgeForm>
  );
}

function listColumns() {
  const t = driftTexts();
  return [
    { name: t.what, className: "lg:pl-4" },
    { name: t.deliveries, className: "w-28 text-right" },
    { name: t.first, className: "w-36" },
    { name: t.last, className: "w-36" },
    { name: t.known, className: "w-44 text-right lg:pr-4" },
  ];
}

type DriftRowProps = { drift: DriftView; now: Date; timeZone: string };

function DriftRow({ drift, ...clock }: DriftRowProps) {
  const t = driftTexts();
  const { what, which } = describeDrift(drift);
  const { acknowledged } = drift;
  const { now, timeZone } = clock;
  return (
    <tr className={rowStyle}>
      <th scope="row" className={classNames(cell, "col-span-2 text-left font-normal lg:pl-4")}>
        {/* What is known keeps the room of its box, so that all names begin at one line. */}
        {acknowledged ? (
          <span className="flex gap-3 before:w-3.5 before:shrink-0 before:content-['']">
            <DriftName drift={drift} />
          </span>
        ) : (
          <label className="-my-2 flex gap-3 py-2">
            <input
              type="checkbox"
              name="drift"
              value={drift.id}
              aria-label={[what, which].filter(Boolean).join(" ")}
              className="my-0.5 size-3.5 shrink-0 accent-accent-solid"
            />
            <DriftName drift={drift} />
          </label>
        )}
      </th>
      <td className={classNames(cell, "tabular-nums lg:text-right")}>
        {countFormat.format(drift.count)}
        <span className="text-muted lg:sr-only"> {t.deliveriesWord(drift.count)}</span>
      </td>
      <td className={classNames(cell, "order-last lg:order-none")}>
        <Moment word={t.first} at={drift.firstAt} id={drift.firstDeliveryId} {...clock} />
      </td>
      <td className={classNames(cell, "order-last lg:order-none")}>
        <Moment word={t.last} at={drift.lastAt} id={drift.lastDeliveryId} {...clock} />
      </td>
      <td className={classNames(cell, "text-right lg:pr-4")}>
        {acknowledged ? (
          <span className="text-muted text-xs" title={formatFull(acknowledged.at, timeZone)}>
            {t.knownSince(formatShort(acknowledged.at, timeZone, now).day, acknowledged.by)}
          </span>
        ) : null}
      </td>
    </tr>
  );
}

type MomentProps = { word: string; at: string; id: string; now: Date; timeZone: string };

/** When it was seen, and the way to the delivery that showed it. */
function Moment({ word, at, id, now, timeZone }: MomentProps) {
  const { day, time } = formatShort(at, timeZone, now);
  return (
    <>
      <span className="text-muted lg:sr-only">{word} </span>
      <TextLink
        href={deliveryHref(id)}
        title={formatFull(at, timeZone)}
        className="whitespace-nowrap tabular-nums"
      >
        <time dateTime={at}>
          {day}, {time}
        </time>
      </TextLink>
    </>
  );
}

/** A row of the table where it is wide, a card of a few lines elsewhere. */
const rowStyle = classNames(
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-3",
  "last:border-b-0 lg:table-row",
);

const cell = "min-w-0 lg:border-line lg:border-b lg:px-3 lg:py-2 lg:[tr:last-child_&]:border-b-0";

/** What the calling service began to send within a week, as long as nobody has acknowledged it. */
export function DriftNews({ news }: { news: DriftNewsView }) {
  const t = driftTexts();
  const { items, newCount, olderCount } = news;
  const more = newCount - items.length;
  return (
    <Section
      title={t.changes}
      description={t.newInWeek}
      actions={
        <ButtonLink href={driftPath} size="small">
          {t.allChanges}
        </ButtonLink>
      }
    >
      {newCount === 0 ? (
        <p className="flex items-center gap-2 text-dense">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          {t.none}
        </p>
      ) : (
        <ul className="space-y-2 text-dense">
          {items.map((drift) => (
            <li key={drift.id}>
              <DriftName drift={drift} />
            </li>
          ))}
        </ul>
      )}
      {more + olderCount > 0 ? (
        <p className="mt-3 text-dense text-muted">{t.others(more, olderCount)}</p>
      ) : null}
    </Section>
  );
}

const driftPath: Route = "/settings/webhooks/drift";

/** What differs, in a few words, and where or which; null where the words say it all. */
type DriftWords = { what: string; which: string | null };

export function describeDrift(drift: Pick<DriftView, "kind" | "path" | "expected" | "found">) {
  const { what, which } = toWords(drift);
  return { what, which: which === null ? null : toVisibleText(which) };
}

function toWords({ kind, path, expected, found }: Parameters<typeof describeDrift>[0]): DriftWords {
  const t = driftTexts();
  if (path === null) return { what: t.furtherOf[kind], which: null };
  if (kind === "type") return { what: t.insteadOf(found, expected), which: path };
  if (kind === "form") return describeForm(path, found ?? "");
  return { what: t.kinds[kind], which: found ?? path };
}

function describeForm(place: string, found: string): DriftWords {
  const t = driftTexts();
  if (place === "names") return { what: t.namesIn(found), which: null };
  if (place === "customer") {
    return found === "included"
      ? { what: t.customerBeside, which: "included" }
      : { what: t.customerOutside, which: "customer" };
  }
  if (found === "") return { what: t.noEnvelope, which: null };
  return found.includes("[]")
    ? { what: t.severalRecords, which: found }
    : { what: t.unexpectedPlace, which: found };
}

/** What differs and where, and whether that is new. */
function DriftName({ drift }: { drift: DriftView }) {
  const { what, which } = describeDrift(drift);
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
      {drift.isNew ? <Badge variant="info">{driftTexts().isNew}</Badge> : null}
      <span>{what}</span>
      {which === null ? null : (
        <bdi className="min-w-0 text-muted">
          <Code>{which}</Code>
        </bdi>
      )}
    </span>
  );
}
