"use client";

import { useEffect, useRef, useState } from "react";
import { formatBounded } from "@/components/format/numbers";
import { fetchJson } from "@/components/live/fetch-json";
import type { FacetOption } from "@/components/recordings/list-answers";
import { Button } from "@/components/ui/controls/button";
import { PanelSkeleton } from "@/components/ui/page/placeholders";
import { type MarkFacetView, markFacetSchema } from "@/lib/recordings/views/mark-facet";
import { filterValueTexts } from "./facet-row";
import { FacetList, type FacetListProps, writeSelection } from "./facet-values";
import type { MarkFilterProps } from "./filter-controls";

type MarkValuesProps = Pick<FacetListProps, "label" | "chosen" | "onChoose" | "others"> &
  Pick<MarkFilterProps, "field" | "parameter" | "again">;

/** The values of a kind of marks, counted whenever the filter is opened. */
export default function MarkValues({ field, parameter, again, ...props }: MarkValuesProps) {
  const { ref, told, isStale, ask } = useMarkCounts(field, props.others);
  if (!told) return <div ref={ref}>{isStale ? <PanelSkeleton /> : <NoCounts ask={ask} />}</div>;
  const options = told.values.map(toOption);
  return (
    <div ref={ref}>
      <FacetList
        {...props}
        parameter={parameter}
        options={options}
        isStale={isStale}
        areMore={false}
        footer={
          again && isChosen(props.chosen) ? (
            <FetchAgain again={again} parameter={parameter} told={told} {...props} />
          ) : null
        }
      />
    </div>
  );
}

/** Asks anew when the filter is opened, and when the rest of the list's filter becomes another. */
function useMarkCounts(field: string, others: [string, string][]) {
  const ref = useRef<HTMLDivElement>(null);
  const parameters = new URLSearchParams([["field", field], ...others]).toString();
  const [asked, setAsked] = useState(0);
  const [state, setState] = useState<{ of: string; told: MarkFacetView | null }>();
  const of = `${asked} ${parameters}`;

  useEffect(() => {
    const popover = ref.current?.closest("[popover]");
    const onToggle = (event: Event) => {
      if ("newState" in event && event.newState === "open") setAsked((before) => before + 1);
    };
    popover?.addEventListener("beforetoggle", onToggle);
    return () => popover?.removeEventListener("beforetoggle", onToggle);
  }, []);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const path = `/api/recordings/mark-counts?${parameters}`;
    fetchJson(path, markFacetSchema, { signal }).then((fetched) => {
      if (signal.aborted) return;
      setState({ of, told: fetched.isOk ? fetched.answer : null });
    });
    return () => leaving.abort();
  }, [parameters, of]);

  const ask = () => setAsked((before) => before + 1);
  return { ref, told: state?.told ?? null, isStale: state?.of !== of, ask };
}

function NoCounts({ ask }: { ask: () => void }) {
  const t = filterValueTexts();
  return (
    <div className="flex items-center justify-between gap-3 p-3 text-muted">
      <p>{t.notCounted}</p>
      <Button size="small" onClick={ask}>
        {t.tryAgain}
      </Button>
    </div>
  );
}

type Value = MarkFacetView["values"][number];

function toOption({ value, label, hint, count, isMore }: Value): FacetOption {
  return { token: /^[!~\\]/.test(value) ? `\\${value}` : value, label, hint, count, isMore };
}

function isChosen({ include, exclude }: FacetListProps["chosen"]): boolean {
  return include.length + exclude.length > 0;
}

type FetchAgainProps = Pick<FacetListProps, "chosen" | "others"> & {
  parameter: string;
  told: MarkFacetView;
  again: NonNullable<MarkFilterProps["again"]>;
};

/** Fetches the audio of all calls that the list shows once more, after a word about how many these are. */
function FetchAgain({ chosen, others, parameter, told, again }: FetchAgainProps) {
  const t = filterValueTexts();
  const [step, setStep] = useState<"offered" | "asked" | "pending" | "begun" | "failed">("offered");
  const { include, exclude } = chosen;
  const meant = told.values.filter(
    ({ value }) =>
      value !== "kept" &&
      (include.length === 0 || include.includes(value)) &&
      !exclude.includes(value),
  );
  const count = meant.reduce((sum, one) => sum + one.count, 0);
  const calls = [
    formatBounded({ count, isMore: meant.some(({ isMore }) => isMore) }),
    count === 1,
  ] as const;
  if (count === 0) return null;
  const begin = async () => {
    setStep("pending");
    const parameters = new URLSearchParams([...writeSelection(parameter, chosen), ...others]);
    setStep(await again(parameters.toString()).then(toStep, () => "failed" as const));
  };
  return (
    <div className="space-y-2 border-line border-t px-3.5 py-3">
      {step === "offered" ? (
        <Button size="small" onClick={() => setStep("asked")}>
          {t.fetchAgainOffer}
        </Button>
      ) : step === "begun" ? (
        <p role="status">{t.fetching(...calls)}</p>
      ) : (
        <>
          <p>{t.askToFetch(...calls)}</p>
          {step === "failed" ? (
            <p role="alert" className="text-bad">
              {t.notFetched}
            </p>
          ) : null}
          <div className="flex gap-2">
            <Button size="small" variant="primary" disabled={step === "pending"} onClick={begin}>
              {t.fetchAgain}
            </Button>
            <Button size="small" onClick={() => setStep("offered")}>
              {t.cancel}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function toStep(isBegun: boolean): "begun" | "failed" {
  return isBegun ? "begun" : "failed";
}
