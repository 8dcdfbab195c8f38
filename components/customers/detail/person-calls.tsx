import Link from "next/link";
import { customerHref } from "@/components/customers/customers-href";
import { NeighbourPages } from "@/components/list/neighbour-pages";
import { listHref } from "@/components/recordings/list-href";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Section } from "@/components/ui/page/section";
import type { PersonView } from "@/lib/customers/views";
import { emptyFilter, firstPage, type RecordingPage } from "@/lib/recordings/filter/filter";
import type { RecordingListView } from "@/lib/recordings/query/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { PersonCallRow } from "./person-call-row";

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
  const { rows, after, before } = calls;
  const first = { ...firstPage, sort: page.sort, limit: page.limit };
  const inRecordings = listHref({
    filter: { ...emptyFilter, customer: { include: [person.id], exclude: [] } },
    page: firstPage,
  });
  return (
    <Section
      title="Calls"
      actions={
        person.calls > 0 ? (
          <Link href={inRecordings} prefetch={false} className={buttonStyle("ghost", "small")}>
            Show in recordings
          </Link>
        ) : null
      }
    >
      {rows.length > 0 ? (
        <table aria-label="Calls" className="-my-2 block w-full text-dense sm:table">
          <thead className="sr-only">
            <tr>
              {columns.map((name) => (
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
        <p className="text-dense text-muted">
          {person.calls > 0
            ? "This page lies past the last call."
            : "No call is theirs any more: newer deliveries name somebody else."}
        </p>
      )}
      <div className="-mx-4 -mb-3 empty:hidden sm:-mx-6">
        <NeighbourPages
          first={customerHref(person.id, first)}
          previous={
            before ? { href: customerHref(person.id, { ...first, before }), label: "Newer" } : null
          }
          next={
            after ? { href: customerHref(person.id, { ...first, after }), label: "Older" } : null
          }
        />
      </div>
      {rows.length === 0 && person.calls > 0 ? (
        <ButtonLink href={customerHref(person.id)} size="small" className="mt-3">
          First page
        </ButtonLink>
      ) : null}
    </Section>
  );
}

const columns = ["Time", "Status", "Campaign", "Minutes", "Summary"];
