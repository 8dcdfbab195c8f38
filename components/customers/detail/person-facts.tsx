import { Instant } from "@/components/format/instant";
import { PhoneNumber } from "@/components/format/phone-number";
import { yesOrNo } from "@/components/format/yes-or-no";
import { fieldLabels } from "@/components/recordings/detail/field-labels";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Code } from "@/components/ui/page/code";
import { Description } from "@/components/ui/page/description";
import { DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/section";
import type { PersonView } from "@/lib/customers/views";

/** What the newest delivery said of the person. */
export function PersonFacts({ person, timeZone }: { person: PersonView; timeZone: string }) {
  return (
    <Section title="Customer" description="As the newest delivery tells it.">
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
        <Description term="First heard of">
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
