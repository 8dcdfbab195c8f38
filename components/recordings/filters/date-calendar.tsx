"use client";

import { lazy, Suspense } from "react";
import { toListHref } from "@/components/list/href";
import { useListNavigation } from "@/components/list/navigation";
import { WhenOpened } from "@/components/ui/overlay/popover";
import { Skeleton } from "@/components/ui/skeleton";

const Calendar = lazy(() => import("@/components/ui/controls/calendar"));

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
  return (
    <WhenOpened className="h-71">
      <Suspense fallback={<Skeleton className="h-full" />}>
        <Calendar
          from={from}
          to={to}
          today={today}
          onChoose={(first, last) =>
            navigate(toListHref([...others, ["from", first], ["to", last]]))
          }
        />
      </Suspense>
    </WhenOpened>
  );
}
