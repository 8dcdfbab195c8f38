import { notFound } from "next/navigation";
import { titled } from "@/app/texts.en";
import { deliveryHref } from "@/components/deliveries/deliveries-list";
import {
  DeliveryContent,
  DeliveryFacts,
  DeliveryHeader,
  DeliveryRecords,
} from "@/components/deliveries/delivery";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { readDeliveryAgain } from "@/lib/intake/actions";
import { loadDelivery } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.deliveries.titleOfOne);

type Props = PageProps<"/settings/webhooks/deliveries/[id]">;

export default async function DeliveryPage({ params }: Props) {
  const { id } = await params;
  await requireAdministrator({ returnTo: deliveryHref(id) });
  const delivery = (await loadDelivery(id)) ?? notFound();
  const timeZone = await viewerTimeZone();
  return (
    <div className="mx-auto w-full max-w-5xl space-y-6 px-4 py-4 sm:px-6">
      <DeliveryHeader delivery={delivery} timeZone={timeZone} readAgain={readDeliveryAgain} />
      <DeliveryRecords delivery={delivery} />
      <DeliveryFacts delivery={delivery} timeZone={timeZone} />
      <DeliveryContent
        content={delivery.content}
        bodyDrop={delivery.bodyDrop}
        timeZone={timeZone}
      />
    </div>
  );
}
