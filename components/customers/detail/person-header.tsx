import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { CustomerFlags } from "@/components/customers/customer-flags";
import { Instant } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { PhoneNumber } from "@/components/format/phone-number";
import { toCustomerName, yesOrNo } from "@/components/format/text";
import { fieldLabels } from "@/components/recordings/detail/fields";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { PersonView } from "@/lib/customers/views";

type PersonHeaderProps = { person: PersonView; timeZone: string };

/** Who it is, and what one asks first. */
export function PersonHeader({ person, timeZone }: PersonHeaderProps) {
  return (
    <header>
      <Link
        href="/customers"
        prefetch={false}
        className="inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Customers
      </Link>
      <h1 className="wrap-anywhere mt-2 font-semibold text-2xl tracking-tight">
        <bdi>{toCustomerName(person)}</bdi>
      </h1>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
        <span className="tabular-nums">
          {countFormat.format(person.calls)} {person.calls === 1 ? "call" : "calls"}
        </span>
        {person.lastCallAt ? (
          <span>
            Last call <Instant at={person.lastCallAt} timeZone={timeZone} />
          </span>
        ) : null}
        <PhoneNumber phoneNumber={person.phoneNumber} isCorrect={person.isPhoneNumberCorrect} />
        <CustomerFlags {...person} />
      </div>
    </header>
  );
}

/** What the newest delivery said of the person. */
export function PersonFacts({ person, timeZone }: { person: PersonView; timeZone: string }) {
  return (
    <Section title="Customer" description="From the latest call.">
      <DescriptionList>
        <Description term={fieldLabels.customerFirstName}>
          {textOrNone(person.firstName)}
        </Description>
        <Description term={fieldLabels.customerLastName}>{textOrNone(person.lastName)}</Description>
        <Description term={fieldLabels.customerPhoneNumber}>
          <PhoneNumber phoneNumber={person.phoneNumber} isCorrect={person.isPhoneNumberCorrect} />{" "}
          <CopyButton value={person.phoneNumber} label="Copy phone number" />
        </Description>
        <Description term={fieldLabels.customerIsPhoneNumberCorrect}>
          {yesOrNo(person.isPhoneNumberCorrect)}
        </Description>
        <Description term={fieldLabels.customerEmail}>
          {person.email ? (
            <>
              {person.email} <CopyButton value={person.email} label="Copy e-mail" />
            </>
          ) : (
            textOrNone(null)
          )}
        </Description>
        <Description term={fieldLabels.customerGender}>{textOrNone(person.gender)}</Description>
        <Description term={fieldLabels.customerType}>{textOrNone(person.type)}</Description>
        <Description term={fieldLabels.customerIsConfirmed}>
          {yesOrNo(person.isConfirmed)}
        </Description>
        <Description term={fieldLabels.customerId}>
          <Code>{person.id}</Code> <CopyButton value={person.id} label="Copy customer id" />
        </Description>
        <Description term="First seen">
          <Instant at={person.firstSeenAt} timeZone={timeZone} />
        </Description>
        <Description term="Last heard of">
          <Instant at={person.changedAt} timeZone={timeZone} />
        </Description>
      </DescriptionList>
    </Section>
  );
}

function textOrNone(text: string | null): React.ReactNode {
  return text ? text : <span className="text-muted">None</span>;
}
