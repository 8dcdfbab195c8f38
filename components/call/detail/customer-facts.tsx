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
  const toMenu = (field: string, value: React.ReactNode) =>
    field === "gender" || field === "type" ? (
      <FilterMenu field={field} value={customer[field]} {...filter}>
        {value}
      </FilterMenu>
    ) : (
      value
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
          {listCustomerFacts(customer).map(({ field, label, value }) => (
            <Description key={field} term={label}>
              <FieldValue problems={problems} path={`customer.details.${field}`}>
                {toMenu(field, value)}
              </FieldValue>
            </Description>
          ))}
        </DescriptionList>
      )}
    </Section>
  );
}

const linkStyle =
  "underline decoration-line-strong underline-offset-2 hover:decoration-current print:no-underline";

type CustomerFields = Pick<
  RecordingView["customer"],
  | "firstName"
  | "lastName"
  | "phoneNumber"
  | "isPhoneNumberCorrect"
  | "email"
  | "gender"
  | "type"
  | "isConfirmed"
>;

/** What is told of a customer, field by field, as the calling service names them. */
export function listCustomerFacts(customer: CustomerFields) {
  const t = recordingsDetailTexts().fields;
  const { firstName, lastName, email, gender, type } = customer;
  return [
    { field: "first_name", label: t.customerFirstName, value: firstName || <None /> },
    { field: "last_name", label: t.customerLastName, value: lastName || <None /> },
    {
      field: "phone_number",
      label: t.customerPhoneNumber,
      value: <PhoneFact {...customer} />,
    },
    {
      field: "is_phone_number_correct",
      label: t.customerIsPhoneNumberCorrect,
      value: yesOrNo(customer.isPhoneNumberCorrect),
    },
    { field: "email", label: t.customerEmail, value: <EmailFact email={email} /> },
    { field: "gender", label: t.customerGender, value: gender || <None /> },
    { field: "type", label: t.customerType, value: type || <None /> },
    {
      field: "is_confirmed",
      label: t.customerIsConfirmed,
      value: yesOrNo(customer.isConfirmed),
    },
  ];
}

type PhoneFactProps = { phoneNumber: string; isPhoneNumberCorrect: boolean | null };

/** A number to call and to copy, with a mark where it is wrong. */
function PhoneFact({ phoneNumber, isPhoneNumberCorrect }: PhoneFactProps) {
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
function EmailFact({ email }: { email: string | null }) {
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
