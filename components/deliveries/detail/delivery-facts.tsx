import Link from "next/link";
import { deliveriesHref } from "@/components/deliveries/log/deliveries-href";
import { countFormat } from "@/components/format/count-format";
import { Instant } from "@/components/format/instant";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Code } from "@/components/ui/page/code";
import { Description } from "@/components/ui/page/description";
import { DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/section";
import {
  type DeliveryFilter,
  emptyDeliveryFilter,
  firstDeliveryPage,
} from "@/lib/intake/deliveries/filter/delivery-filter";

import type { DeliveryDetailsView } from "@/lib/intake/deliveries/views";

type DeliveryFactsProps = { delivery: DeliveryDetailsView; timeZone: string };

/** Where a delivery came from, and what tells its bytes from others. */
export function DeliveryFacts({ delivery, timeZone }: DeliveryFactsProps) {
  const { id, bytes, sha256, remoteAddress, secretHash, rereadAt } = delivery;
  return (
    <Section title="Delivery">
      <DescriptionList>
        <Description term="Id">
          <Code>{id}</Code> <CopyButton value={id} label="Copy delivery id" />
        </Description>
        <Description term="Size">{countFormat.format(bytes)} bytes</Description>
        <Description term="SHA-256">
          <Code>{sha256}</Code> <CopyButton value={sha256} label="Copy SHA-256" />
        </Description>
        <Description term="Address">
          {remoteAddress === "" ? (
            <span className="text-faint">Unknown</span>
          ) : (
            <LogLink change={{ address: remoteAddress }} value={remoteAddress} />
          )}
        </Description>
        <Description term="Secret">
          <LogLink change={{ secret: secretHash }} value={secretHash} />
        </Description>
        {rereadAt ? (
          <Description term="Read again">
            <Instant at={rereadAt} timeZone={timeZone} />
          </Description>
        ) : null}
      </DescriptionList>
    </Section>
  );
}

/** A value that leads to every delivery of the same. */
function LogLink({ change, value }: { change: Partial<DeliveryFilter>; value: string }) {
  const query = { filter: { ...emptyDeliveryFilter, ...change }, page: firstDeliveryPage };
  return (
    <Link
      href={deliveriesHref(query)}
      prefetch={false}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      <Code>{value}</Code>
    </Link>
  );
}
