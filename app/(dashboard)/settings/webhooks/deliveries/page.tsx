import { titled } from "@/app/texts.en";
import {
  DeliveriesHeader,
  deliveriesHref,
  pageHref,
} from "@/components/deliveries/deliveries-list";
import {
  DeliveriesEmpty,
  DeliveriesTable,
  OversizedList,
} from "@/components/deliveries/deliveries-table";
import { RereadMenu, RereadPanel } from "@/components/deliveries/reread";
import { toParameters } from "@/components/list/href";
import { ListNavigation } from "@/components/list/navigation";
import { ListPaging, newestFirstWords } from "@/components/list/paging";
import { WebhookTabs } from "@/components/webhooks/webhook-pages";
import { requireAdministrator } from "@/lib/access/gate/gate";
import {
  discardReading,
  readMatchingAgain,
  resumeReading,
  stopReading,
} from "@/lib/intake/actions";
import { loadDeliveryLog } from "@/lib/intake/load";
import { parseDeliveryQuery } from "@/lib/intake/views/delivery-log";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.deliveries.title);

type Props = PageProps<"/settings/webhooks/deliveries">;

export default async function DeliveriesPage({ searchParams }: Props) {
  const { unread, ...query } = parseDeliveryQuery(toParameters(await searchParams));
  await requireAdministrator({ returnTo: deliveriesHref(query) });
  const log = await loadDeliveryLog(query);
  const timeZone = await viewerTimeZone();
  const actions = { stop: stopReading, resume: resumeReading, discard: discardReading };
  return (
    <ListNavigation>
      <WebhookTabs here="deliveries" />
      <DeliveriesHeader
        query={query}
        unread={unread}
        log={log}
        now={new Date()}
        timeZone={timeZone}
        actions={<RereadMenu filter={query.filter} log={log} action={readMatchingAgain} />}
      />
      {log.reread ? (
        <RereadPanel reread={log.reread} actions={actions} timeZone={timeZone} />
      ) : null}
      {log.rows.length > 0 ? (
        <DeliveriesTable rows={log.rows} timeZone={timeZone} />
      ) : (
        <DeliveriesEmpty query={query} />
      )}
      <ListPaging
        pageHref={(start) => pageHref(query, start)}
        after={log.after}
        before={log.before}
        words={newestFirstWords}
      />
      <OversizedList bodies={log.oversized} timeZone={timeZone} />
    </ListNavigation>
  );
}
