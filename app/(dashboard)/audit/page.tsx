import type { Metadata } from "next";
import { pagesTexts } from "@/app/texts.en";
import { auditHref, ListensTable, pageHref } from "@/components/heard/listens-table";
import { toParameters } from "@/components/list/href";
import { ListNavigation } from "@/components/list/navigation";
import { ListPaging, newestFirstWords } from "@/components/list/paging";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { parseListenQuery } from "@/lib/heard/listen-query";
import { loadListens } from "@/lib/heard/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export function generateMetadata(): Metadata {
  return { title: pagesTexts().audit.title };
}

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  const { unread, ...query } = parseListenQuery(toParameters(await searchParams));
  await requireAdministrator({ returnTo: auditHref(query) });
  const [listens, timeZone] = await Promise.all([loadListens(query), viewerTimeZone()]);
  return (
    <ListNavigation>
      <ListensTable {...{ query, unread, listens, timeZone }} />
      <ListPaging
        pageHref={(start) => pageHref(query, start)}
        after={listens.after}
        before={listens.before}
        words={newestFirstWords}
      />
    </ListNavigation>
  );
}
