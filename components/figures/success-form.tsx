"use client";

import { useRef } from "react";
import type { StatusChoice } from "@/components/recordings/list-answers";
import { classNames } from "@/components/ui/class-names";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { toneFill } from "@/components/ui/tone";
import { figuresTexts } from "./compare-figures";
import type { ChooseSuccess } from "./figures";

type SuccessFormProps = { statuses: StatusChoice[]; action: ChooseSuccess };

/** Says for everybody which statuses count as success. */
export default function SuccessForm({ statuses, action }: SuccessFormProps) {
  const t = figuresTexts();
  const formRef = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={formRef}
      action={async (form) => {
        await action(form);
        formRef.current?.closest<HTMLElement>("[popover]")?.hidePopover();
      }}
    >
      <p className="border-line border-b p-3 text-muted text-xs">{t.explanation}</p>
      <ul className="max-h-72 overflow-y-auto p-1.5">
        {statuses.map(({ label, tone, values, isSuccess }) => (
          <li key={label}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-hover">
              <input
                type="checkbox"
                name="statuses"
                value={JSON.stringify(values)}
                defaultChecked={isSuccess}
                className="size-4 shrink-0 accent-accent-solid"
              />
              <span
                aria-hidden
                className={classNames("size-2 shrink-0 rounded-full", toneFill[tone])}
              />
              <span dir="auto" className="truncate" title={label}>
                {label}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="flex justify-end border-line border-t p-2">
        <SubmitButton size="small" pendingText={t.saving}>
          {t.save}
        </SubmitButton>
      </div>
    </form>
  );
}
