import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { deliveriesHref, deliveriesPath } from "@/components/deliveries/log/deliveries-href";
import { OutcomeBadge } from "@/components/deliveries/log/deliveries-table";
import { formatFull, Instant } from "@/components/format/dates";
import { buttonStyle } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import {
  type DeliveryFilter,
  emptyDeliveryFilter,
  firstDeliveryPage,
} from "@/lib/intake/deliveries/filter/delivery-filter";
import type { DeliveryDetailsView } from "@/lib/intake/views/views";
import { ReadAgainButton } from "./read-again-button";
import { deliveriesDetailTexts } from "./texts.en";

type DeliveryHeaderProps = {
  delivery: DeliveryDetailsView;
  timeZone: string;
  readAgain: React.ComponentProps<typeof ReadAgainButton>["action"];
};

/** Which delivery it is, what became of it, and what can be done with its bytes. */
export function DeliveryHeader({ delivery, timeZone, readAgain }: DeliveryHeaderProps) {
  const { id, acceptedAt, outcome, content } = delivery;
  const t = deliveriesDetailTexts();
  return (
    <header>
      <Link
        href={deliveriesPath}
        className="inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t.deliveries}
      </Link>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl tabular-nums tracking-tight">
            <span className="sr-only">{t.deliveryOf}</span>
            <time dateTime={acceptedAt}>{formatFull(acceptedAt, timeZone)}</time>
          </h1>
          <OutcomeBadge outcome={outcome} />
        </div>
        {content ? (
          <div className="flex flex-wrap items-center gap-2">
            {outcome === "pending" ? null : <ReadAgainButton deliveryId={id} action={readAgain} />}
            <a href={`/api/deliveries/${id}/raw`} className={buttonStyle("secondary", "small")}>
              {t.rawPayload}
            </a>
          </div>
        ) : null}
      </div>
    </header>
  );
}

type DeliveryFactsProps = { delivery: DeliveryDetailsView; timeZone: string };

/** Where a delivery came from, and what tells its bytes from others. */
export function DeliveryFacts({ delivery, timeZone }: DeliveryFactsProps) {
  const t = deliveriesDetailTexts();
  const { id, bytes, sha256, remoteAddress, secretHash, secretName, rereadAt } = delivery;
  return (
    <Section title={t.delivery}>
      <DescriptionList>
        <Description term={t.id}>
          <Code>{id}</Code> <CopyButton value={id} label={t.copyId} />
        </Description>
        <Description term={t.size}>{t.bytes(bytes)}</Description>
        <Description term="SHA-256">
          <Code>{sha256}</Code> <CopyButton value={sha256} label={t.copyHash} />
        </Description>
        <Description term={t.address}>
          {remoteAddress === "" ? (
            <span className="text-faint">{t.unknown}</span>
          ) : (
            <LogLink change={{ address: remoteAddress }} value={remoteAddress} />
          )}
        </Description>
        <Description term={t.secret}>
          <LogLink change={{ secret: secretHash }} value={secretName ?? secretHash} />
        </Description>
        {rereadAt ? (
          <Description term={t.reprocessed}>
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
