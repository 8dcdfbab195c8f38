import { Download } from "lucide-react";
import Link from "next/link";
import { customerHref } from "@/components/customers/customers-href";
import { PhoneNumber } from "@/components/format/phone-number";
import { yesOrNo } from "@/components/format/text";
import { recordingHref } from "@/components/recordings/recording-href";
import { buttonStyle } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { CustomerView, RecordingView } from "@/lib/recordings/detail/views";
import type { FieldProblem as Problem } from "@/lib/recordings/record/call-record";
import { FieldValue, fieldLabels, findProblem, ProblemNote } from "./fields";

type CustomerFactsProps = {
  customer: CustomerView;
  /** The customer list that the call came with, when there is one. */
  roster: { href: string; address: string } | null;
  problems: Problem[];
};

/** Every field of the customer, as this call carried it. */
export function CustomerFacts({ customer, roster, problems }: CustomerFactsProps) {
  const whole = findProblem(problems, "customer") ?? findProblem(problems, "customer.details");
  const told = (name: string, value: React.ReactNode) => (
    <FieldValue problems={problems} path={`customer.details.${name}`}>
      {value}
    </FieldValue>
  );
  const rosterFact = (
    <Description term={fieldLabels.rosterAttachment}>
      <FieldValue problems={problems} path="customer.roster_attachment">
        {roster ? <Code>{roster.address}</Code> : textOrNone(null)}
      </FieldValue>
    </Description>
  );
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
          {customer.id === "" ? null : (
            <Link
              href={customerHref(customer.id)}
              prefetch={false}
              className={buttonStyle("ghost", "small")}
            >
              All calls
            </Link>
          )}
        </span>
      }
    >
      {whole ? (
        <div className="space-y-3 text-dense">
          <ProblemNote problem={whole} />
          {roster ? <DescriptionList>{rosterFact}</DescriptionList> : null}
        </div>
      ) : (
        <DescriptionList>
          <Description term={fieldLabels.customerFirstName}>
            {told("first_name", textOrNone(customer.firstName))}
          </Description>
          <Description term={fieldLabels.customerLastName}>
            {told("last_name", textOrNone(customer.lastName))}
          </Description>
          <Description term={fieldLabels.customerPhoneNumber}>
            {told("phone_number", <PhoneNumberAndCopy customer={customer} />)}
          </Description>
          <Description term={fieldLabels.customerIsPhoneNumberCorrect}>
            {told("is_phone_number_correct", yesOrNo(customer.isPhoneNumberCorrect))}
          </Description>
          <Description term={fieldLabels.customerEmail}>
            {told(
              "email",
              customer.email === null ? (
                textOrNone(null)
              ) : (
                <>
                  {customer.email} <CopyButton value={customer.email} label="Copy e-mail" />
                </>
              ),
            )}
          </Description>
          <Description term={fieldLabels.customerGender}>
            {told("gender", textOrNone(customer.gender))}
          </Description>
          <Description term={fieldLabels.customerType}>
            {told("type", textOrNone(customer.type))}
          </Description>
          <Description term={fieldLabels.customerIsConfirmed}>
            {told("is_confirmed", yesOrNo(customer.isConfirmed))}
          </Description>
          <Description term={fieldLabels.customerId}>
            {told(
              "id",
              <>
                <Code>{customer.id}</Code>{" "}
                <CopyButton value={customer.id} label="Copy customer id" />
              </>,
            )}
          </Description>
          {rosterFact}
        </DescriptionList>
      )}
    </Section>
  );
}

function PhoneNumberAndCopy({ customer }: Pick<CustomerFactsProps, "customer">) {
  const { phoneNumber, isPhoneNumberCorrect } = customer;
  if (phoneNumber === "") return textOrNone(null);
  return (
    <>
      <PhoneNumber phoneNumber={phoneNumber} isCorrect={isPhoneNumberCorrect} />{" "}
      <CopyButton value={phoneNumber} label="Copy phone number" />
    </>
  );
}

function textOrNone(text: string | null): React.ReactNode {
  return text === null || text === "" ? <span className="text-muted">None</span> : text;
}

/** Where the customer list of a call is to be had, and where it came from; null: there is none. */
export function toRoster({ id, rosterAttachment }: RecordingView) {
  return rosterAttachment
    ? { href: `/api${recordingHref(id)}/roster`, address: rosterAttachment }
    : null;
}
