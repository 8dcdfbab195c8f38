import { Download } from "lucide-react";
import Link from "next/link";
import { Fragment } from "react";
import { formatPhoneNumber, telHref } from "@/components/format/phone-number";
import { MarkedPhoneNumber, yesOrNo } from "@/components/format/text";
import { FilterMenu } from "@/components/recordings/filters/filter-menu";
import { CopyButton } from "@/components/ui/controls/async-buttons";
import { buttonStyle } from "@/components/ui/controls/button";
import { Description, DescriptionList } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import { customerHref, recordingHref } from "@/lib/list/id-segment";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import type { RecordingView } from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { FieldValue, findProblem, None, ProblemNote } from "./call-details";
import { recordingsDetailTexts } from "./texts.en";

type CustomerFactsProps = {
  recording: RecordingView;
  vocabulary: VocabularyView;
  /** The list that the call is open beside; none: it stands on its own page. */
  query?: RecordingQuery;
};

/** Who was called, as this call carried it. */
export function CustomerFacts({ recording, ...filter }: CustomerFactsProps) {
  const t = recordingsDetailTexts();
  const { customer, problems } = recording;
  const rosterHref = toRosterHref(recording);
  const whole = findProblem(problems, "customer") ?? findProblem(problems, "customer.details");
  const told = (name: string, value: React.ReactNode) => (
    <FieldValue problems={problems} path={`customer.details.${name}`}>
      {value}
    </FieldValue>
  );
  return (
    <Section
      title={t.customer}
      actions={
        <span className="flex flex-wrap gap-2">
          {rosterHref ? (
            <a href={rosterHref} download className={buttonStyle("secondary", "small")}>
              <Download aria-hidden className="size-4" />
              {t.roster}
            </a>
          ) : null}
          {customer.id === "" ? null : (
            <Link
              href={customerHref(customer.id)}
              prefetch={false}
              className={buttonStyle("secondary", "small")}
            >
              {t.allCalls}
            </Link>
          )}
        </span>
      }
    >
      {whole ? (
        <p className="text-dense">
          <ProblemNote problem={whole} />
        </p>
      ) : (
        <DescriptionList>
          <Description term={t.fields.customerFirstName}>
            {told("first_name", customer.firstName || <None />)}
          </Description>
          <Description term={t.fields.customerLastName}>
            {told("last_name", customer.lastName || <None />)}
          </Description>
          <Description term={t.fields.customerPhoneNumber}>
            {told("phone_number", <PhoneFact {...customer} />)}
          </Description>
          <Description term={t.fields.customerIsPhoneNumberCorrect}>
            {told("is_phone_number_correct", yesOrNo(customer.isPhoneNumberCorrect))}
          </Description>
          <Description term={t.fields.customerEmail}>
            {told("email", <EmailFact email={customer.email} />)}
          </Description>
          <Description term={t.fields.customerGender}>
            {told(
              "gender",
              <FilterMenu field="gender" value={customer.gender} {...filter}>
                {customer.gender || <None />}
              </FilterMenu>,
            )}
          </Description>
          <Description term={t.fields.customerType}>
            {told(
              "type",
              <FilterMenu field="type" value={customer.type} {...filter}>
                {customer.type || <None />}
              </FilterMenu>,
            )}
          </Description>
          <Description term={t.fields.customerIsConfirmed}>
            {told("is_confirmed", yesOrNo(customer.isConfirmed))}
          </Description>
        </DescriptionList>
      )}
    </Section>
  );
}

const linkStyle =
  "underline decoration-line-strong underline-offset-2 hover:decoration-current print:no-underline";

type PhoneFactProps = { phoneNumber: string; isPhoneNumberCorrect: boolean | null };

/** A number to call and to copy, with a mark where it is wrong. */
export function PhoneFact({ phoneNumber, isPhoneNumberCorrect }: PhoneFactProps) {
  if (phoneNumber === "") return <None />;
  const href = telHref(phoneNumber);
  const number = formatPhoneNumber(phoneNumber);
  return (
    <span className="flex min-w-0 items-start gap-1">
      <MarkedPhoneNumber isCorrect={isPhoneNumberCorrect}>
        {href ? (
          <a href={href} className={linkStyle}>
            {number}
          </a>
        ) : (
          number
        )}
      </MarkedPhoneNumber>
      <CopyButton value={phoneNumber} label={recordingsDetailTexts().copyPhoneNumber} />
    </span>
  );
}

/** An address to write to and to copy; it breaks where its parts do. */
export function EmailFact({ email }: { email: string | null }) {
  if (!email) return <None />;
  const parts = email.split(/(?<=@)|(?=\.)/u).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
  // What is longer than an address can be was cut.
  const isWhole = /^[^@\s]+@[^@\s]+[^…]$/u.test(email);
  return (
    <span className="flex min-w-0 items-start gap-1">
      {isWhole ? (
        <a
          href={`mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`}
          className={`min-w-0 ${linkStyle}`}
        >
          {parts}
        </a>
      ) : (
        <span className="min-w-0">{parts}</span>
      )}
      <CopyButton value={email} label={recordingsDetailTexts().copyEmail} />
    </span>
  );
}

/** Where the customer list of a call is to be had; null: there is none. */
function toRosterHref({ id, rosterAttachment }: RecordingView): string | null {
  return rosterAttachment ? `/api${recordingHref(id)}/roster` : null;
}
