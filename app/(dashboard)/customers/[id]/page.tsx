import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ExtraFacts, toRawHref } from "@/components/call/detail/call-details";
import { customerHref } from "@/components/customers/customers-list";
import { Contradictions, Matches } from "@/components/customers/detail/notices";
import { PersonFacts, PersonHeader, PersonHistory } from "@/components/customers/detail/person";
import { Attempts, PersonCalls } from "@/components/customers/detail/person-calls";
import { toNameOrNumber } from "@/components/format/phone-number";
import { UnreadParameters } from "@/components/list/header";
import { toParameters } from "@/components/list/href";
import { ListNavigation } from "@/components/list/navigation";
import { requireViewer } from "@/lib/access/gate/gate";
import {
  loadAttempts,
  loadCallsOfPerson,
  loadContradictions,
  loadMatches,
  loadPerson,
  loadPersonHistory,
} from "@/lib/customers/load";
import type { PersonView } from "@/lib/customers/views";
import { parseIdSegment } from "@/lib/list/id-segment";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadVocabulary } from "@/lib/vocabulary/load";

type Props = PageProps<"/customers/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: toNameOrNumber(await findPerson((await params).id)) };
}

export default async function PersonPage({ params, searchParams }: Props) {
  const person = await findPerson((await params).id);
  const { page, unread } = parseRecordingQuery(toParameters(await searchParams));
  const [viewer, timeZone, calls, attempts, history, contradictions, matches, vocabulary] =
    await Promise.all([
      requireViewer({ returnTo: customerHref(person.id, page) }),
      viewerTimeZone(),
      loadCallsOfPerson(person.id, page),
      loadAttempts(person.id),
      loadPersonHistory(person.id),
      loadContradictions(person.id),
      loadMatches(person),
      loadVocabulary(),
    ]);
  const seen = { now: new Date(), timeZone, vocabulary };
  const isAdministrator = viewer.role === "administrator";
  return (
    <ListNavigation>
      <div className="w-full max-w-7xl space-y-5 px-4 py-4 sm:px-6">
        <PersonHeader person={person} timeZone={timeZone} />
        <UnreadParameters unread={unread} />
        <Attempts attempts={attempts} calls={person.calls} {...seen} />
        <Matches matches={matches} />
        <Contradictions person={person} contradictions={contradictions} timeZone={timeZone} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0">
            <PersonCalls person={person} calls={calls} page={page} {...seen} />
          </div>
          <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <PersonFacts person={person} timeZone={timeZone} />
            <ExtraFacts
              extra={person.extra}
              rawHref={toRawHref(person.deliveryId, isAdministrator)}
            />
          </div>
          <div className="min-w-0">
            <PersonHistory
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
const findPerson = cache(async (segment: string): Promise<PersonView> => {
  await requireViewer({ returnTo: `/customers/${segment}` });
  return (await loadPerson(parseIdSegment(segment))) ?? notFound();
});
