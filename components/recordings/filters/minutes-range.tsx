"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { filterTexts } from "./texts.en";

/** Two numbers that the list's address holds as one parameter, `2..10`. */
export function MinutesRange({ least, most }: { least: number | null; most: number | null }) {
  const t = filterTexts();
  const [range, setRange] = useState({ least: least ?? "", most: most ?? "" });
  const isOpen = range.least === "" && range.most === "";
  return (
    <>
      <input type="hidden" name="minutes" value={isOpen ? "" : `${range.least}..${range.most}`} />
      <div className="grid grid-cols-2 gap-2">
        <Field
          label={t.atLeast}
          {...wholeNumber}
          value={range.least}
          onChange={(event) => setRange({ ...range, least: event.target.value })}
        />
        <Field
          label={t.atMost}
          {...wholeNumber}
          value={range.most}
          onChange={(event) => setRange({ ...range, most: event.target.value })}
        />
      </div>
      <div className="flex justify-end">
        <Button type="submit" size="small">
          {t.apply}
        </Button>
      </div>
    </>
  );
}

const wholeNumber = {
  type: "number",
  min: 0,
  max: 100_000,
  step: 1,
  inputMode: "numeric",
} as const;
