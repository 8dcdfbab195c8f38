"use client";

import { lazy, Suspense } from "react";
import { WhenOpened } from "@/components/ui/overlay/popover";
import type { ProtectListProps } from "./protect-list";

const ProtectList = lazy(() => import("./protect-list"));

/** Protects a list, once the popover that it stands in is open. */
export function ProtectSlot(props: ProtectListProps) {
  return (
    <WhenOpened>
      <Suspense fallback={<div className="h-8" />}>
        <ProtectList {...props} />
      </Suspense>
    </WhenOpened>
  );
}
