import { ChevronRight, TriangleAlert, UsersRound } from "lucide-react";
import Link from "next/link";
import { fieldLabels } from "@/components/call/detail/call-details";
import { listCustomerFacts } from "@/components/call/detail/customer-facts";
import {
  FieldChanges,
  HistoryDelivery,
  HistoryPoint,
} from "@/components/call/detail/record-changes";
import { CustomerFlags } from "@/components/customers/customers-table";
import { customersDetailTexts } from "@/components/customers/texts.en";
import { ShortInstant } from "@/components/format/dates";
import { formatPhoneNumber, toNameOrNumber } from "@/components/format/phone-number";
import { fillText, yesOrNo } from "@/components/format/text";
import { Badge } from "@/components/ui/badge";
import { BackLink, TextLink } from "@/components/ui/controls/links";
import { Description, DescriptionList, Disclosure, Identifier } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import type { CustomerDetailView, CustomerHistoryView, MatchView } from "@/lib/customers/views";
import { customerHref, recordingHref } from "@/lib/list/id-segment";
import { cutText } from "@/lib/list/list-page";
import type {
  CallPointView,
  ContradictionField,
  ContradictionView,
  SaidValueView,
} from "@/lib/recordings/views/views";

type CustomerHeaderProps = { customer: CustomerDetailView; timeZone: string };

/** Who it is, and what one asks first. */
export function CustomerHeader({ customer, timeZone }: CustomerHeaderProps) {
  const t = customersDetailTexts();
  return (
    <header>
      <BackLink href="/customers">{t.customers}</BackLink>
      <h1 className="wrap-anywhere mt-2 font-semibold text-2xl tracking-tight">
        <bdi>{toNameOrNumber(customer)}</bdi>
      </h1>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
        <span className="tabular-nums">{t.calls(customer.calls)}</span>
        {customer.lastCallAt ? (
          <span>
            {fillText(t.lastCall, {
              at: <ShortInstant at={customer.lastCallAt} timeZone={timeZone} />,
            })}
          </span>
        ) : null}
        <CustomerFlags {...customer} isContradictory={false} />
      </div>
    </header>
  );
}

/** What the newest delivery said of the customer. */
export function CustomerDetails({ customer, timeZone }: CustomerHeaderProps) {
  const t = customersDetailTexts();
  return (
    <Section title={t.customer} description={t.fromLatest}>
      <DescriptionList>
        {listCustomerFacts(customer).map(({ field, label, value }) => (
          <Description key={field} term={label}>
            {value}
          </Description>
        ))}
        <Description term={fieldLabels().customerId}>
          <Identifier value={customer.id} label={t.copyCustomerId} />
        </Description>
        <Description term={t.firstSeen}>
          <ShortInstant at={customer.firstSeenAt} timeZone={timeZone} />
        </Description>
        <Description term={t.lastHeardOf}>
          <ShortInstant at={customer.changedAt} timeZone={timeZone} />
        </Description>
      </DescriptionList>
    </Section>
  );
}

type CustomerHistoryProps = {
  history: CustomerHistoryView;
  timeZone: string;
  /** Administrators alone may have the bytes of a delivery. */
  isAdministrator: boolean;
};

/** What became of the customer's data, newest first, and which call brought it. */
export function CustomerHistory({ history, timeZone, isAdministrator }: CustomerHistoryProps) {
  const t = customersDetailTexts().history;
  const viewer = { timeZone, isAdministrator };
  const ofList = history.entries.filter(isOfListAlone);
  const others = history.entries.filter((entry) => !isOfListAlone(entry));
  return (
    <Section title={t.title}>
      <HistoryList entries={others} {...viewer} />
      {ofList.length > 0 ? (
        <div className={others.length > 0 ? "mt-4 text-dense" : "text-dense"}>
          <Disclosure summary={t.ofListAlone(ofList.length)}>
            <HistoryList entries={ofList} {...viewer} />
          </Disclosure>
        </div>
      ) : null}
      {history.entries.length === 0 ? (
        <p className="text-dense text-muted">{t.nothingChanged}</p>
      ) : null}
      {history.isFromBeginning ? null : (
        <p className="mt-4 text-dense text-muted">{t.olderChanges}</p>
      )}
    </Section>
  );
}

type Entry = CustomerHistoryView["entries"][number];

/** A customer may be on several lists by turns, which says nothing of the customer. */
function isOfListAlone({ changes }: Entry): boolean {
  return changes?.every(({ field }) => field === "rosterAttachment") ?? false;
}

type HistoryListProps = Omit<CustomerHistoryProps, "history"> & { entries: Entry[] };

function HistoryList({ entries, timeZone, isAdministrator }: HistoryListProps) {
  const t = customersDetailTexts().history;
  return (
    <ol className="text-dense empty:hidden">
      {entries.map(({ recordingId, deliveryId, acceptedAt, changes, backTo }, index) => (
        <HistoryPoint
          // biome-ignore lint/suspicious/noArrayIndexKey: one delivery may name a customer twice
          key={index}
          title={changes ? t.changed : t.firstSeen}
          at={acceptedAt}
          timeZone={timeZone}
          isNews
        >
          {backTo ? (
            <p className="text-muted">
              {fillText(t.backTo, { at: <ShortInstant at={backTo} timeZone={timeZone} /> })}
            </p>
          ) : null}
          {changes ? <FieldChanges changes={changes} timeZone={timeZone} /> : null}
          <p className="text-muted">
            {fillText(t.by, {
              call: (
                <Link
                  href={recordingHref(recordingId)}
                  prefetch={false}
                  className="underline underline-offset-2 hover:text-text"
                >
                  {t.thisCall}
                </Link>
              ),
            })}
          </p>
          <HistoryDelivery
            delivery={{ deliveryId, acceptedAt, isLate: false, isTaken: false }}
            isAdministrator={isAdministrator}
          />
        </HistoryPoint>
      ))}
    </ol>
  );
}

type ContradictionsProps = {
  customer: CustomerDetailView;
  contradictions: ContradictionView[];
  timeZone: string;
};

/** What calls of this customer disagree about, folded: each value, and the calls that say it. */
export function Contradictions({ customer, contradictions, timeZone }: ContradictionsProps) {
  // What is kept of a customer is a moment behind their calls.
  if (!customer.isContradictory && contradictions.length === 0) return null;
  const t = customersDetailTexts().contradictions;
  const fields = contradictions.map(({ field }) => t.among(t.fields[field])).join(", ");
  const count = contradictions.length;
  const heading = (
    <h2 className="flex min-w-0 items-center gap-2 font-semibold text-sm text-warn">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {count === 0 ? t.title : t.count(count)}
    </h2>
  );
  return (
    <section
      aria-label={t.title}
      className="rounded-lg border border-warn/25 bg-warn-soft px-4 py-2.5 text-dense"
    >
      {count === 0 ? (
        <>
          {heading}
          <p>{t.older}</p>
        </>
      ) : (
        <details className="group/contradictions">
          <summary className="flex list-none items-center gap-x-2 rounded [&::-webkit-details-marker]:hidden">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              {heading}
              <span>{fields}</span>
            </span>
            <ChevronRight
              aria-hidden
              className="ml-auto size-4 shrink-0 group-open/contradictions:rotate-90 print:hidden"
            />
          </summary>
          <p className="mt-1">{t.listen}</p>
          <dl className="mt-3 grid empty:hidden gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
            {contradictions.map(({ field, values, more }) => (
              <div key={field} className="contents">
                <dt className="font-medium">{t.fields[field]}</dt>
                <dd className="min-w-0 space-y-1 max-sm:-mt-2">
                  <ul className="space-y-1">
                    {values.map((said) => (
                      <SaidValue
                        key={said.last.id + said.value}
                        said={said}
                        field={field}
                        timeZone={timeZone}
                      />
                    ))}
                  </ul>
                  {more > 0 ? <p className="text-muted">{t.moreValues(more)}</p> : null}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

type SaidValueProps = { said: SaidValueView; field: ContradictionField; timeZone: string };

/** A value, how many calls say it, and the way to the first and the last of them. */
function SaidValue({ said, field, timeZone }: SaidValueProps) {
  const t = customersDetailTexts().contradictions;
  const { value, calls, first, last } = said;
  const [beginning, rest] = cutText(formats[field]?.(value) ?? value, maxLength);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <bdi className="wrap-anywhere font-medium tabular-nums">
        {beginning}
        {rest ? "…" : null}
      </bdi>
      <span>
        {fillText(calls === 1 ? t.inOne : t.inSeveral(calls), {
          first: <CallLink call={first} timeZone={timeZone} />,
          last: <CallLink call={last} timeZone={timeZone} />,
        })}
      </span>
    </li>
  );
}

const formats: Partial<Record<ContradictionField, (value: string) => string>> = {
  phoneNumber: formatPhoneNumber,
  phoneNumberCorrect: (value) => yesOrNo(value === "true"),
};
const maxLength = 120;

function CallLink({ call, timeZone }: { call: CallPointView; timeZone: string }) {
  return (
    <TextLink href={recordingHref(call.id)}>
      <ShortInstant at={call.createdAt} timeZone={timeZone} />
    </TextLink>
  );
}

/** Others who may be the same person. Nothing is ever merged. */
export function Matches({ matches }: { matches: MatchView[] }) {
  if (matches.length === 0) return null;
  const { calls, matches: t } = customersDetailTexts();
  return (
    <section
      aria-labelledby="matches"
      className="rounded-lg border border-info/25 bg-info-soft px-4 py-3 text-dense"
    >
      <h2 id="matches" className="flex items-center gap-2 font-semibold text-info text-sm">
        <UsersRound aria-hidden className="size-4 shrink-0" />
        {t.title}
      </h2>
      <p className="mt-0.5">{t.text(matches.length)}</p>
      <ul className="mt-2 space-y-1">
        {matches.map((match) => (
          <li key={match.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <TextLink href={customerHref(match.id)} className="wrap-anywhere font-medium">
              <bdi>{match.name || t.noName}</bdi>
            </TextLink>
            <bdi className="tabular-nums">{formatPhoneNumber(match.phoneNumber)}</bdi>
            {match.email ? <span className="wrap-anywhere">{match.email}</span> : null}
            <span className="tabular-nums">{calls(match.calls)}</span>
            {match.isSameName ? <Badge>{t.sameName}</Badge> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
