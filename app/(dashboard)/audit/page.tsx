import { titled } from "@/app/texts.en";
import { AuditTable, auditHref, pageHref } from "@/components/audit/audit-table";
import { toParameters } from "@/components/list/href";
import { ListNavigation } from "@/components/list/navigation";
import { ListPaging, newestFirstWords } from "@/components/list/paging";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { loadAuditLog } from "@/lib/audit/load";
import { parseAuditQuery } from "@/lib/audit/views";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.audit.title);

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  const { unread, ...query } = parseAuditQuery(toParameters(await searchParams));
  await requireAdministrator({ returnTo: auditHref(query) });
  const [entries, timeZone] = await Promise.all([loadAuditLog(query), viewerTimeZone()]);
  return (
    <ListNavigation>
      <AuditTable query={query} unread={unread} entries={entries} timeZone={timeZone} />
      <ListPaging
        pageHref={(start) => pageHref(query, start)}
        after={entries.after}
        before={entries.before}
        words={newestFirstWords}
      />
    </ListNavigation>
  );
}
