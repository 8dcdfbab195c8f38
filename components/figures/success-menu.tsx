"use client";

import { Settings2 } from "lucide-react";
import { useRef } from "react";
import type { StatusChoice } from "@/components/recordings/counts/paint-counts";
import { classNames } from "@/components/ui/class-names";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { toneFill } from "@/components/ui/tone";

/** Takes `statuses`: of each choice its values, as JSON. */
export type ChooseSuccess = (form: FormData) => Promise<void>;

type SuccessMenuProps = { statuses: StatusChoice[]; isChosen: boolean; action: ChooseSuccess };

/** Says for everybody which statuses count as success. */
export function SuccessMenu({ statuses, isChosen, action }: SuccessMenuProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const title = isChosen ? "Change what counts as success" : "Choose what counts as success";
  return (
    <Popover
      trigger={isChosen ? <Settings2 aria-hidden className="size-3.5" /> : "Set up"}
      triggerLabel={title}
      triggerClassName={classNames(
        "-my-1 inline-flex size-6 shrink-0 justify-center items-center rounded px-1 text-muted hover:bg-hover hover:text-text",
        !isChosen && "w-auto text-accent underline underline-offset-2",
      )}
      className="w-72"
    >
      <WhenOpened>
        <form
          ref={formRef}
          action={async (form) => {
            await action(form);
            formRef.current?.closest<HTMLElement>("[popover]")?.hidePopover();
          }}
        >
          <p className="border-line border-b p-3 text-muted text-xs">
            Calls with these statuses count as success, for everyone.
          </p>
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
            <SubmitButton size="small" pendingText="Saving…">
              Save
            </SubmitButton>
          </div>
        </form>
      </WhenOpened>
    </Popover>
  );
}
