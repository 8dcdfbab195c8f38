import Form from "next/form";
import { Button } from "@/components/ui/controls/button";
import { Field, SelectField } from "@/components/ui/controls/field";
import { type CompareQuery, writeCampaign } from "@/lib/campaigns/compare-url";
import type { UnreadParameter } from "@/lib/list/list-url";
import { comparePath } from "./campaigns-href";

export type CampaignChoice = { campaign: string | null; label: string };

type CompareFormProps = {
  query: CompareQuery;
  unread: UnreadParameter[];
  choices: CampaignChoice[];
};

/** What is compared with what. Works without scripts. */
export function CompareForm({ query, unread, choices }: CompareFormProps) {
  const { campaigns, from, to, beforeFrom, beforeTo } = query;
  const errorOf = (parameter: string) => {
    const [wrong] = unread.filter((one) => one.parameter === parameter);
    if (!wrong) return undefined;
    if (parameter !== "campaign") return `“${cut(wrong.value)}” is no day`;
    return campaigns.length === 2
      ? `Two at most: “${cut(wrong.value)}” is left out`
      : `“${cut(wrong.value)}” can’t be read`;
  };
  const options = choices.map(({ campaign, label }) => (
    <option key={writeCampaign(campaign)} value={writeCampaign(campaign)}>
      {label}
    </option>
  ));
  const toChoice = (campaign: string | null | undefined) =>
    campaign === undefined ? "" : writeCampaign(campaign);
  const isOrderWrong = (first: string | null, last: string | null) =>
    first !== null && last !== null && first > last ? "Before the first day" : undefined;
  return (
    <Form
      key={JSON.stringify(query)}
      action={comparePath}
      aria-label="What is compared"
      className="grid items-start gap-4 lg:grid-cols-[1fr_1fr_auto]"
    >
      <fieldset className={side}>
        <legend className="sr-only">First side</legend>
        <div className="max-sm:col-span-2">
          <SelectField
            label="Compare"
            name="campaign"
            defaultValue={toChoice(campaigns[0])}
            className="px-2"
            error={campaigns.length < 2 ? errorOf("campaign") : undefined}
          >
            <option value="">All calls</option>
            {options}
          </SelectField>
        </div>
        <Field
          {...day}
          label="From"
          name="from"
          defaultValue={from ?? ""}
          error={errorOf("from")}
        />
        <Field
          {...day}
          label="To"
          name="to"
          defaultValue={to ?? ""}
          error={errorOf("to") ?? isOrderWrong(from, to)}
        />
      </fieldset>
      <fieldset className={side}>
        <legend className="sr-only">Second side</legend>
        <div className="max-sm:col-span-2">
          <SelectField
            label="With"
            name="campaign"
            defaultValue={toChoice(campaigns[1])}
            className="px-2"
            error={campaigns.length === 2 ? errorOf("campaign") : undefined}
          >
            <option value="">The same, in another period</option>
            {options}
          </SelectField>
        </div>
        <Field
          {...day}
          label="From"
          name="before_from"
          defaultValue={beforeFrom ?? ""}
          error={errorOf("before_from")}
        />
        <Field
          {...day}
          label="To"
          name="before_to"
          defaultValue={beforeTo ?? ""}
          error={errorOf("before_to") ?? isOrderWrong(beforeFrom, beforeTo)}
        />
      </fieldset>
      <Button type="submit" variant="primary" className="lg:mt-6.5">
        Compare
      </Button>
    </Form>
  );
}

const side =
  "grid min-w-0 grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]";
const day = { type: "date", className: "px-2" };

function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}
