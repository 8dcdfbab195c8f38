import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { CustomerFlags } from "@/components/customers/customer-flags";
import { ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/fill-text";
import { toNameOrNumber } from "@/components/format/phone-number";
import { yesOrNo } from "@/components/format/text";
import { None } from "@/components/recordings/detail/call-details";
import { EmailFact, PhoneFact } from "@/components/recordings/detail/customer-facts";
import { fieldLabels } from "@/components/recordings/detail/fields";
import { Description, DescriptionList, Identifier } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { PersonView } from "@/lib/customers/views";
import { customersDetailTexts } from "./texts.en";

type PersonHeaderProps = { person: PersonView; timeZone: string };

/** Who it is, and what one asks first. */
export function PersonHeader({ person, timeZone }: PersonHeaderProps) {
  const t = customersDetailTexts();
  return (
    <header>
      <Link
        href="/customers"
        prefetch={false}
        className="inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t.customers}
      </Link>
      <h1 className="wrap-anywhere mt-2 font-semibold text-2xl tracking-tight">
        <bdi>{toNameOrNumber(person)}</bdi>
      </h1>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
        <span className="tabular-nums">{t.calls(person.calls)}</span>
        {person.lastCallAt ? (
          <span>
            {fillText(t.lastCall, {
              at: <ShortInstant at={person.lastCallAt} timeZone={timeZone} />,
            })}
          </span>
        ) : null}
        <CustomerFlags {...person} isContradictory={false} />
      </div>
    </header>
  );
}

/** What the newest delivery said of the person. */
export function PersonFacts({ person, timeZone }: { person: PersonView; timeZone: string }) {
  const labels = fieldLabels();
  const t = customersDetailTexts();
  return (
    <Section title={t.customer} description={t.fromLatest}>
      <DescriptionList>
        <Description term={labels.customerFirstName}>{person.firstName || <None />}</Description>
        <Description term={labels.customerLastName}>{person.lastName || <None />}</Description>
        <Description term={labels.customerPhoneNumber}>
          <PhoneFact {...person} />
        </Description>
        <Description term={labels.customerIsPhoneNumberCorrect}>
          {yesOrNo(person.isPhoneNumberCorrect)}
        </Description>
        <Description term={labels.customerEmail}>
          <EmailFact email={person.email} />
        </Description>
        <Description term={labels.customerGender}>{person.gender || <None />}</Description>
        <Description term={labels.customerType}>{person.type || <None />}</Description>
        <Description term={labels.customerIsConfirmed}>{yesOrNo(person.isConfirmed)}</Description>
        <Description term={labels.customerId}>
          <Identifier value={person.id} label={t.copyCustomerId} />
        </Description>
        <Description term={t.firstSeen}>
          <ShortInstant at={person.firstSeenAt} timeZone={timeZone} />
        </Description>
        <Description term={t.lastHeardOf}>
          <ShortInstant at={person.changedAt} timeZone={timeZone} />
        </Description>
      </DescriptionList>
    </Section>
  );
}
