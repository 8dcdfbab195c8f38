import Form from "next/form";
import { Button } from "@/components/ui/controls/button";
import { Field, SelectField } from "@/components/ui/controls/field";
import { type CompareQuery, writeCampaign } from "@/lib/campaigns/compare-url";
import type { UnreadParameter } from "@/lib/list/list-url";
import { comparePath } from "./campaigns-href";
import { campaignsCompareTexts } from "./compare-texts.en";

type CampaignChoice = { campaign: string | null; label: string };

type CompareFormProps = {
  query: CompareQuery;
  unread: UnreadParameter[];
  choices: CampaignChoice[];
};

/** What is compared with what. Works without scripts. */
export function CompareForm({ query, unread, choices }: CompareFormProps) {
  const t = campaignsCompareTexts();
  const { campaigns, from, to, beforeFrom, beforeTo } = query;
  const errorOf = (parameter: string) => {
    const [wrong] = unread.filter((one) => one.parameter === parameter);
    if (!wrong) return undefined;
    if (parameter !== "campaign") return t.noDay(cut(wrong.value));
    return campaigns.length === 2 ? t.leftOut(cut(wrong.value)) : t.unreadable(cut(wrong.value));
  };
  const options = choices.map(({ campaign, label }) => (
    <option key={writeCampaign(campaign)} value={writeCampaign(campaign)}>
      {label}
    </option>
  ));
  const toChoice = (campaign: string | null | undefined) =>
    campaign === undefined ? "" : writeCampaign(campaign);
  return (
    <Form
      key={JSON.stringify(query)}
      action={comparePath}
      aria-label={t.whatIsCompared}
      className="grid items-start gap-4 lg:grid-cols-[1fr_1fr_auto]"
    >
      <Side
        {...{ title: t.firstSide, label: t.compareThis, empty: t.allCalls, options }}
        campaign={toChoice(campaigns[0])}
        campaignError={campaigns.length < 2 ? errorOf("campaign") : undefined}
        days={[
          { name: "from", value: from, error: errorOf("from") },
          { name: "to", value: to, error: errorOf("to") },
        ]}
      />
      <Side
        {...{ title: t.secondSide, label: t.withThis, empty: t.sameInOtherPeriod, options }}
        campaign={toChoice(campaigns[1])}
        campaignError={campaigns.length === 2 ? errorOf("campaign") : undefined}
        days={[
          { name: "before_from", value: beforeFrom, error: errorOf("before_from") },
          { name: "before_to", value: beforeTo, error: errorOf("before_to") },
        ]}
      />
      <Button type="submit" variant="primary" className="sm:justify-self-start lg:mt-6.5">
        {t.compare}
      </Button>
    </Form>
  );
}

type Day = { name: string; value: string | null; error: string | undefined };

type SideProps = {
  title: string;
  label: string;
  /** What no campaign means here. */
  empty: string;
  options: React.ReactNode;
  campaign: string;
  campaignError: string | undefined;
  days: [from: Day, to: Day];
};

function Side({ title, label, empty, options, campaign, campaignError, days }: SideProps) {
  const t = campaignsCompareTexts();
  const [from, to] = days;
  const isOrderWrong = from.value !== null && to.value !== null && from.value > to.value;
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]">
      <legend className="sr-only">{title}</legend>
      <div className="max-sm:col-span-2">
        <SelectField
          label={label}
          name="campaign"
          defaultValue={campaign}
          className="px-2"
          error={campaignError}
        >
          <option value="">{empty}</option>
          {options}
        </SelectField>
      </div>
      <Field {...day} label={t.from} {...toFieldProps(from)} />
      <Field
        {...day}
        label={t.to}
        {...toFieldProps(to)}
        error={to.error ?? (isOrderWrong ? t.beforeFirst : undefined)}
      />
    </fieldset>
  );
}

function toFieldProps({ name, value, error }: Day) {
  return { name, defaultValue: value ?? "", error };
}

const day = { type: "date", className: "px-2" };

function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}
