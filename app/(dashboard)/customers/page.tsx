import { titled } from "@/app/texts.en";
import { CustomersHeader, customersHref, pageHref } from "@/components/customers/customers-list";
import { CustomersEmpty, CustomersTable } from "@/components/customers/customers-table";
import { toParameters } from "@/components/list/href";
import { ListNavigation } from "@/components/list/navigation";
import { ListPaging } from "@/components/list/paging";
import { requireViewer } from "@/lib/access/gate/gate";
import { loadCustomerList, loadCustomerTypes } from "@/lib/customers/load";
import { parseCustomerQuery } from "@/lib/customers/views";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadVocabulary } from "@/lib/vocabulary/load";

export const generateMetadata = titled((t) => t.customers.title);

export default async function CustomersPage({ searchParams }: PageProps<"/customers">) {
  const { unread, ...query } = parseCustomerQuery(toParameters(await searchParams));
  await requireViewer({ returnTo: customersHref(query) });
  const [{ rows, total, after, before }, types, timeZone, vocabulary] = await Promise.all([
    loadCustomerList(query),
    loadCustomerTypes(),
    viewerTimeZone(),
    loadVocabulary(),
  ]);
  return (
    <ListNavigation>
      <CustomersHeader query={query} unread={unread} total={total} types={types} />
      {rows.length > 0 ? (
        <CustomersTable
          rows={rows}
          query={query}
          now={new Date()}
          timeZone={timeZone}
          vocabulary={vocabulary}
        />
      ) : (
        <CustomersEmpty query={query} />
      )}
      <ListPaging pageHref={(start) => pageHref(query, start)} after={after} before={before} />
    </ListNavigation>
  );
}
