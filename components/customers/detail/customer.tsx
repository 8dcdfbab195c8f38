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
import { toNameOrNumber } from "@/components/format/phone-number";
import { fillText } from "@/components/format/text";
import { BackLink } from "@/components/ui/controls/back-link";
import { Description, DescriptionList, Disclosure, Identifier } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import type { CustomerDetailView, CustomerHistoryView } from "@/lib/customers/views";
import { recordingHref } from "@/lib/list/id-segment";

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
