import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ExtraFacts, toRawHref } from "@/components/call/detail/call-details";
import { customerCallsHref } from "@/components/customers/customers-list";
import {
  Contradictions,
  CustomerDetails,
  CustomerHeader,
  CustomerHistory,
  Matches,
} from "@/components/customers/detail/customer";
import { Attempts, CustomerCalls } from "@/components/customers/detail/customer-calls";
import { toNameOrNumber } from "@/components/format/phone-number";
import { UnreadParameters } from "@/components/list/header";
import { toParameters } from "@/components/list/href";
import { ListNavigation } from "@/components/list/navigation";
import { requireViewer } from "@/lib/access/gate/gate";
import {
  loadAttempts,
  loadCallsOfCustomer,
  loadContradictions,
  loadCustomer,
  loadCustomerHistory,
  loadMatches,
} from "@/lib/customers/load";
import type { CustomerDetailView } from "@/lib/customers/views";
import { parseIdSegment } from "@/lib/list/id-segment";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadVocabulary } from "@/lib/vocabulary/load";

type Props = PageProps<"/customers/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: toNameOrNumber(await findCustomer((await params).id)) };
}

export default async function CustomerPage({ params, searchParams }: Props) {
  const customer = await findCustomer((await params).id);
  const { page, unread } = parseRecordingQuery(toParameters(await searchParams));
  const [viewer, timeZone, calls, attempts, history, contradictions, matches, vocabulary] =
    await Promise.all([
      requireViewer({ returnTo: customerCallsHref(customer.id, page) }),
      viewerTimeZone(),
      loadCallsOfCustomer(customer.id, page),
      loadAttempts(customer.id),
      loadCustomerHistory(customer.id),
      loadContradictions(customer.id),
      loadMatches(customer),
      loadVocabulary(),
    ]);
  const seen = { now: new Date(), timeZone, vocabulary };
  const isAdministrator = viewer.role === "administrator";
  return (
    <ListNavigation>
      <div className="w-full max-w-7xl space-y-5 px-4 py-4 sm:px-6">
        <CustomerHeader customer={customer} timeZone={timeZone} />
        <UnreadParameters unread={unread} />
        <Attempts attempts={attempts} calls={customer.calls} {...seen} />
        <Matches matches={matches} />
        <Contradictions customer={customer} contradictions={contradictions} timeZone={timeZone} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0">
            <CustomerCalls customer={customer} calls={calls} page={page} {...seen} />
          </div>
          <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <CustomerDetails customer={customer} timeZone={timeZone} />
            <ExtraFacts
              extra={customer.extra}
              rawHref={toRawHref(customer.deliveryId, isAdministrator)}
            />
          </div>
          <div className="min-w-0">
            <CustomerHistory
              history={history}
              timeZone={timeZone}
              isAdministrator={isAdministrator}
            />
          </div>
        </div>
      </div>
    </ListNavigation>
  );
}

/** Read once for the title and the page. */
const findCustomer = cache(async (segment: string): Promise<CustomerDetailView> => {
  await requireViewer({ returnTo: `/customers/${segment}` });
  return (await loadCustomer(parseIdSegment(segment))) ?? notFound();
});
