"use client";

import { lazy, Suspense, useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useHasOpened } from "@/components/ui/use-has-opened";
import { useListNavigation } from "./list-navigation";
import { toListHref } from "./to-list-href";

const Calendar = lazy(() => import("@/components/ui/calendar"));

type DateCalendarProps = {
  from: string | null;
  to: string | null;
  today: string;
  /** The parameters of the list's address that are no days. */
  others: [string, string][];
};

/** Chooses the list's days in a month; its script comes when it is opened. */
export function DateCalendar({ from, to, today, others }: DateCalendarProps) {
  const { navigate } = useListNavigation();
  const ref = useRef<HTMLDivElement>(null);
  const hasOpened = useHasOpened(ref);
  return (
    <div ref={ref} className="h-71">
      {hasOpened ? (
        <Suspense fallback={<Skeleton className="h-full" />}>
          <Calendar
            {...{ from, to, today }}
            onChoose={(first, last) =>
              navigate(toListHref([...others, ["from", first], ["to", last]]))
            }
          />
        </Suspense>
      ) : null}
    </div>
  );
}
