"use client";

import { useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { CallFault } from "./call-fault";
import { CallSkeleton } from "./call-skeleton";
import { HeldPlace } from "./held-place";
import { OpenCallContext } from "./open-call-context";
import { type ShowCall, useCallContent } from "./use-call-content";
import { useOpenCallState } from "./use-open-call-state";

type ListAndCallProps = {
  /** The call that the page came with, and its face. */
  given: { id: string | null; node: React.ReactNode };
  show: ShowCall;
  children: React.ReactNode;
};

/** The list, and beside it the call that is open. Where there is no room, the call stands alone. */
export function ListAndCall({ given, show, children }: ListAndCallProps) {
  const panel = useRef<HTMLElement>(null);
  const openCall = useOpenCallState(panel);
  const { id } = openCall;
  const { node, state, retry } = useCallContent(id, given, show);
  return (
    <OpenCallContext value={openCall}>
      {/* The list has a heading of its own, where it is shown. */}
      {id === null ? null : <h1 className="sr-only xl:hidden">Open call</h1>}
      <div className={classNames(id !== null && "xl:grid xl:grid-cols-[minmax(0,1fr)_auto]")}>
        <div className={classNames("@container min-w-0", id !== null && "max-xl:hidden")}>
          <HeldPlace openId={id}>{children}</HeldPlace>
        </div>
        {id === null ? null : (
          <aside
            ref={panel}
            tabIndex={-1}
            aria-label="Open call"
            aria-busy={state === "stale" || state === "none"}
            className="@container sticky top-0 min-h-dvh outline-none overscroll-contain border-line bg-canvas transition-opacity delay-100 aria-busy:opacity-60 xl:h-dvh xl:w-[clamp(24rem,30vw,32rem)] xl:overflow-y-auto xl:border-l"
          >
            {state === "failed" ? (
              <CallFault onRetry={retry} onClose={openCall.close} />
            ) : state === "none" ? (
              <CallSkeleton onClose={openCall.close} />
            ) : (
              node
            )}
          </aside>
        )}
      </div>
    </OpenCallContext>
  );
}
