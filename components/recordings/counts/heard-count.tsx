"use client";

import { lazy, Suspense } from "react";
import { WhenOpened } from "@/components/ui/overlay/popover";
import type { HeardCountProps } from "./heard-counted";

const HeardCounted = lazy(() => import("./heard-counted"));

/** How many calls somebody has heard, or not, once one looks. */
export function HeardCount(props: HeardCountProps) {
  return (
    <WhenOpened className="pr-2 text-muted text-xs tabular-nums">
      <Suspense>
        <HeardCounted {...props} />
      </Suspense>
    </WhenOpened>
  );
}
