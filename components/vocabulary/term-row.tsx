"use client";

import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { countFormat } from "@/components/format/count-format";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Badge } from "@/components/ui/tone/badge";
import { toStatusTone } from "@/components/vocabulary/status-tone";
import type { ListedTermView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import { RawValue } from "./raw-value";
import { ToneDot } from "./tone-dot";

type TermRowProps = {
  field: VocabularyField;
  term: ListedTermView;
  /** What can be done with it stands at its end. */
  children: React.ReactNode;
  /** Absent for who may only look. */
  order?: {
    isFirst: boolean;
    isLast: boolean;
    onStep: (by: -1 | 1) => void;
    onGrip: (isHeld: boolean) => void;
  };
};

/** A value: what it is called, how it arrives, how many calls have it. */
export function TermRow({ field, term, order, children }: TermRowProps) {
  const { value, displayName, colour, group, calls } = term;
  const tone = colour ?? (field === "status" ? toStatusTone(value) : undefined);
  return (
    <div className="flex min-h-11 items-center py-1">
      {order ? (
        <>
          {/* For pointers; the keyboard has the buttons. */}
          <span
            aria-hidden
            onPointerDown={() => order.onGrip(true)}
            onPointerUp={() => order.onGrip(false)}
            className="-mr-1 -ml-1.5 hidden h-8 cursor-grab items-center text-faint hover:text-text pointer-fine:flex"
          >
            <GripVertical className="size-4" />
          </span>
          <IconButton
            label={`Move ${value} up`}
            aria-disabled={order.isFirst}
            className="aria-disabled:opacity-40"
            onClick={() => order.isFirst || order.onStep(-1)}
          >
            <ArrowUp aria-hidden className="size-3.5" />
          </IconButton>
          <IconButton
            label={`Move ${value} down`}
            aria-disabled={order.isLast}
            className="mr-1.5 -ml-1 aria-disabled:opacity-40 sm:mr-3"
            onClick={() => order.isLast || order.onStep(1)}
          >
            <ArrowDown aria-hidden className="size-3.5" />
          </IconButton>
        </>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5 text-dense">
        <span className="flex min-w-0 max-w-full flex-[1_1_12rem] items-baseline gap-2">
          <ToneDot tone={tone} />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            {displayName ? (
              <bdi className="max-w-full truncate font-medium">{displayName}</bdi>
            ) : null}
            <RawValue isAlone={displayName === null}>{value}</RawValue>
          </span>
        </span>
        {group ? (
          <span className="min-w-0 max-w-full truncate">
            <Badge>{group}</Badge>
          </span>
        ) : null}
        <span className="text-muted tabular-nums sm:mr-1 sm:w-24 sm:text-right">
          {tellCalls(calls)}
        </span>
      </div>
      {children}
    </div>
  );
}

function tellCalls(calls: number | null): string {
  if (calls === null) return "Not counted yet";
  if (calls === 0) return "No calls";
  return `${countFormat.format(calls)} ${calls === 1 ? "call" : "calls"}`;
}
