import { Download } from "lucide-react";
import Link from "next/link";
import { buttonStyle } from "@/components/ui/button-style";
import { Code } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { Description } from "@/components/ui/description";
import { DescriptionList } from "@/components/ui/description-list";
import { Section } from "@/components/ui/section";
import type { CustomerView } from "@/lib/recordings/views";
import { customerHref } from "../customers/customers-href";
import { fieldLabels } from "./field-labels";
import { PhoneNumber } from "./phone-number";

type CustomerFactsProps = {
  customer: CustomerView;
  /** The customer list that the call came with, when there is one. */
  roster: { href: string; address: string } | null;
};

/** Every field of the customer, as this call carried it. */
export function CustomerFacts({ customer, roster }: CustomerFactsProps) {
  return (
    <Section
      title="Customer"
      actions={
        <span className="flex flex-wrap">
          {roster ? (
            <a href={roster.href} download className={buttonStyle("ghost", "small")}>
              <Download aria-hidden className="size-4" />
              Roster
            </a>
          ) : null}
          <Link
            href={customerHref(customer.id)}
            prefetch={false}
            className={buttonStyle("ghost", "small")}
          >
            All calls
          </Link>
        </span>
      }
    >
      <DescriptionList>
        <Description term={fieldLabels.customerFirstName}>
          {textOrNone(customer.firstName)}
        </Description>
        <Description term={fieldLabels.customerLastName}>
          {textOrNone(customer.lastName)}
        </Description>
        <Description term={fieldLabels.customerPhoneNumber}>
          <PhoneNumber
            phoneNumber={customer.phoneNumber}
            isCorrect={customer.isPhoneNumberCorrect}
          />{" "}
          <CopyButton value={customer.phoneNumber} label="Copy phone number" />
        </Description>
        <Description term={fieldLabels.customerIsPhoneNumberCorrect}>
          {customer.isPhoneNumberCorrect ? "Yes" : "No"}
        </Description>
        <Description term={fieldLabels.customerEmail}>
          {customer.email === null ? (
            textOrNone(null)
          ) : (
            <>
              {customer.email} <CopyButton value={customer.email} label="Copy e-mail" />
            </>
          )}
        </Description>
        <Description term={fieldLabels.customerGender}>{textOrNone(customer.gender)}</Description>
        <Description term={fieldLabels.customerType}>{textOrNone(customer.type)}</Description>
        <Description term={fieldLabels.customerIsConfirmed}>
          {customer.isConfirmed ? "Yes" : "No"}
        </Description>
        <Description term={fieldLabels.customerId}>
          <Code>{customer.id}</Code> <CopyButton value={customer.id} label="Copy customer id" />
        </Description>
        <Description term={fieldLabels.rosterAttachment}>
          {roster ? <Code>{roster.address}</Code> : textOrNone(null)}
        </Description>
      </DescriptionList>
    </Section>
  );
}

function textOrNone(text: string | null): React.ReactNode {
  return text === null || text === "" ? <span className="text-muted">None</span> : text;
}
