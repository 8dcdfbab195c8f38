"use client";

import { TriangleAlert, X } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Component, type ComponentProps, useRef } from "react";
import { OpenCallContext, useOpenCall } from "@/components/recordings/state/open-call";
import { classNames } from "@/components/ui/class-names";
import { Button, IconButton } from "@/components/ui/controls/button";
import { EmptyState, Skeleton } from "@/components/ui/page/placeholders";
import { texts } from "@/lib/language/texts";
import { type ShowCall, useCallContent, useOpenCallState } from "./open-call";

type ListAndCallProps = {
  /** The call that the page came with, and what it shows. */
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
      {id === null ? null : <h1 className="sr-only xl:hidden">{callTexts().openCall}</h1>}
      <div
        className={classNames(
          id !== null && "print:block xl:grid xl:grid-cols-[minmax(0,1fr)_auto]",
        )}
      >
        <div
          className={classNames("@container min-w-0", id !== null && "max-xl:hidden print:hidden")}
        >
          <HeldPlace openId={id}>{children}</HeldPlace>
        </div>
        {id === null ? null : (
          <aside
            ref={panel}
            tabIndex={-1}
            aria-label={callTexts().openCall}
            aria-busy={state === "stale" || state === "none"}
            className="@container sticky top-0 min-h-[calc(100dvh-var(--player-height))] outline-none overscroll-contain border-line bg-canvas transition-opacity delay-100 aria-busy:opacity-60 xl:h-[calc(100dvh-var(--player-height))] xl:w-[clamp(24rem,30vw,32rem)] xl:overflow-y-auto xl:border-l print:static print:h-auto print:w-auto print:overflow-visible print:border-0"
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

type CallFaultProps = { onRetry: () => void; onClose: () => void };

/** Stands where the call could not be shown. */
function CallFault({ onRetry, onClose }: CallFaultProps) {
  const t = callTexts();
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t.notShown}
        actions={
          <>
            <Button size="small" variant="primary" onClick={onRetry}>
              {t.tryAgain}
            </Button>
            <Button size="small" aria-keyshortcuts="Escape" onClick={onClose}>
              {t.close}
            </Button>
          </>
        }
      >
        {t.noAnswer}
      </EmptyState>
    </div>
  );
}

/** Stands where the call will stand, and can be closed like it. */
function CallSkeleton({ onClose }: { onClose: () => void }) {
  return (
    <>
      <div className="flex h-12 items-center justify-end border-line border-b px-3">
        <IconButton label={callTexts().close} aria-keyshortcuts="Escape" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="space-y-5 px-5 py-4">
        <Skeleton className="h-6 w-52" />
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </>
  );
}

type HeldPlaceProps = { openId: string | null; children: React.ReactNode };
type Held = { row: Element; top: number } | null;

/**
 * Keeps the list where it stands on the screen while a call opens or closes beside it, which may
 * break what is above the rows into more lines. A class, for it must measure before the change is
 * in the document.
 */
class HeldPlace extends Component<HeldPlaceProps> {
  override getSnapshotBeforeUpdate({ openId: before }: HeldPlaceProps): Held {
    const { openId } = this.props;
    if ((before === null) === (openId === null)) return null;
    const row = findRowToHold(openId ?? before);
    return row && { row, top: row.getBoundingClientRect().top };
  }

  override componentDidUpdate(_props: HeldPlaceProps, _state: unknown, held: Held) {
    if (!held) return;
    const movedBy = held.row.getBoundingClientRect().top - held.top;
    if (movedBy !== 0) window.scrollBy({ top: movedBy, behavior: "instant" });
  }

  override render() {
    return this.props.children;
  }
}

/** The row of the call where it is in sight, else the first row that is. */
function findRowToHold(id: string | null): Element | null {
  const rows = [...document.querySelectorAll("tr[data-id]")].filter(isInSight);
  return rows.find((row) => row instanceof HTMLElement && row.dataset.id === id) ?? rows[0] ?? null;
}

function isInSight(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

type CallLinkProps = Omit<
  ComponentProps<typeof Link>,
  "href" | "prefetch" | "onNavigate" | "className"
> & {
  href: Route;
  /** The call to open; null closes the one that is. */
  opens: string | null;
  label: string;
};

/** A square link to another call beside the list, or to the list alone. */
export function CallLink({ opens, label, ...props }: CallLinkProps) {
  const { open, close } = useOpenCall();
  return (
    <Link
      prefetch={false}
      scroll={false}
      aria-label={label}
      title={label}
      onNavigate={(event) => {
        event.preventDefault();
        if (opens === null) close();
        else open(opens);
      }}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-pressed"
      {...props}
    />
  );
}

/** What the first scripts of the list say; the call itself is drawn by the server. */
export const callTexts = texts("call", {
  openCall: "Open call",
  notShown: "Couldn’t show this call",
  noAnswer: "The server isn’t responding as expected. Try again in a moment.",
  tryAgain: "Try again",
  close: "Close",
});
