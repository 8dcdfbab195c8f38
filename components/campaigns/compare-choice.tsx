"use client";

import type { Route } from "next";
import Form from "next/form";
import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { ButtonLink } from "@/components/ui/controls/links";
import { texts } from "@/lib/language/texts";
import { comparePath } from "./campaigns-list";

type Week = { label: string; from: string; to: string };

type CompareChoiceProps = {
  /** The days of the list, which the comparison takes over. */
  days: [string, string][];
  /** The days that most comparisons are about, for a list of any day. */
  week: Week;
  children: React.ReactNode;
};

/** Two campaigns are chosen by their boxes and compared side by side; one is compared with itself, before. */
export function CompareChoice({ days, week, children }: CompareChoiceProps) {
  const t = campaignsChoiceTexts();
  const [campaigns, setCampaigns] = useState<string[]>([]);
  const chosen = campaigns.length;
  const noteId = useId();
  return (
    <Form
      action={comparePath}
      onChange={({ currentTarget }) => setCampaigns(listChosen(currentTarget))}
      onReset={() => setCampaigns([])}
    >
      {days.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {chosen > 0 ? (
        <section
          aria-label={t.compareCampaigns}
          className="pointer-events-none fixed inset-x-0 bottom-[calc(max(1rem,env(safe-area-inset-bottom))+var(--player-height))] z-20 flex justify-center px-3 lg:left-54"
        >
          <div className="pointer-events-auto flex items-center gap-2 max-sm:flex-wrap rounded-lg bg-raised py-1.5 pr-1.5 pl-3 text-dense shadow-popover">
            <p id={noteId} role="status" className="tabular-nums max-sm:w-full">
              {t.chosen(chosen)}
            </p>
            <Button type="submit" size="small" disabled={chosen > 2} aria-describedby={noteId}>
              {chosen === 1 ? t.comparePeriods : t.compare}
            </Button>
            {days.length === 0 && chosen <= 2 ? (
              <ButtonLink href={compareWeekHref(campaigns, week)} size="small">
                {week.label}
              </ButtonLink>
            ) : null}
            <Button type="reset" size="small" variant="ghost">
              {t.clear}
            </Button>
          </div>
        </section>
      ) : null}
    </Form>
  );
}

function listChosen(form: HTMLFormElement): string[] {
  return new FormData(form).getAll("campaign").map(String);
}

function compareWeekHref(campaigns: string[], { from, to }: Week): Route {
  const chosen = campaigns.map((campaign) => ["campaign", campaign]);
  return `${comparePath}?${new URLSearchParams([...chosen, ["from", from], ["to", to]])}` as Route;
}

/** Chooses a campaign for a comparison. Browsers that go back tick boxes without a word. */
export function CompareBox({ value, name }: { value: string; name: string }) {
  const id = useId();
  useEffect(() => {
    const box = document.getElementById(id);
    if (box?.matches(":checked")) box.dispatchEvent(new Event("change", { bubbles: true }));
  }, [id]);
  return (
    <input
      id={id}
      type="checkbox"
      name="campaign"
      value={value}
      aria-label={campaignsChoiceTexts().compareBox(name)}
      className="relative z-1 size-4 shrink-0 accent-accent-solid"
    />
  );
}

export const campaignsChoiceTexts = texts("campaignsChoice", {
  compareBox: (campaign: string) => `Compare ${campaign}`,
  compareCampaigns: "Compare campaigns",
  chosen: (count: number) =>
    count === 1
      ? "1 selected: choose another, or compare two periods"
      : count === 2
        ? "2 selected"
        : `${count} selected: choose at most two`,
  compare: "Compare",
  comparePeriods: "Compare periods",
  clear: "Clear",
});
