"use client";

import { useState } from "react";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Section } from "@/components/ui/page/sections";
import { driftTexts } from "./texts.en";

type AcknowledgeFormProps = {
  title: string;
  description: string;
  /** How many of them nobody has acknowledged yet. */
  waiting: number;
  acknowledge: (form: FormData) => Promise<void>;
  children: React.ReactNode;
};

/** Chooses among the boxes in it, and acknowledges what is chosen by one button. */
export function AcknowledgeForm(props: AcknowledgeFormProps) {
  const { title, description, waiting, acknowledge, children } = props;
  const t = driftTexts();
  const [chosen, setChosen] = useState(0);
  const count = Math.min(chosen, waiting);
  return (
    <form
      action={acknowledge}
      onChange={({ currentTarget }) => setChosen(boxesOf(currentTarget).filter(isChecked).length)}
      onReset={() => setChosen(0)}
    >
      <Section
        title={title}
        description={description}
        actions={
          waiting > 0 ? (
            <div className="flex items-center gap-4">
              <label className="flex min-h-8 items-center gap-2 text-dense">
                <input
                  type="checkbox"
                  aria-label={t.selectAllOf(title)}
                  checked={count === waiting}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && count < waiting;
                  }}
                  onChange={({ target: { form, checked } }) => {
                    for (const box of boxesOf(form)) box.checked = checked;
                  }}
                  className="size-3.5 accent-accent-solid"
                />
                {t.selectAll}
              </label>
              <SubmitButton
                variant="secondary"
                size="small"
                disabled={count === 0}
                aria-label={t.acknowledgeChosen(count, title)}
                className="min-w-36 tabular-nums"
              >
                {t.acknowledge(count)}
              </SubmitButton>
            </div>
          ) : null
        }
      >
        {children}
      </Section>
    </form>
  );
}

function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>("input[name=drift]") ?? [])];
}

const isChecked = ({ checked }: HTMLInputElement) => checked;
