"use client";

import { Check, Link2 } from "lucide-react";
import type { Route } from "next";
import { lazy, Suspense, useRef, useState } from "react";
import { useBriefly } from "@/components/ui/controls/async-buttons";
import { IconButton } from "@/components/ui/controls/button";
import { Popover } from "@/components/ui/overlay/popover";
import { texts } from "@/lib/language/texts";

// Only for who can't copy by a button.
const LinkDialog = lazy(() => import("./link-dialog"));

type CopyLinkProps = {
  /** The list's days, where they go with the calendar: in words, and which they are today. */
  days: { relative: string; fixed: string; from: string; to: string } | null;
  /** What the link leads to, where that isn't what the address names. */
  path?: Route;
};

/**
 * Copies the address of the page, or of a part of it. A list's days that go with the calendar stay so, or
 * are fixed, as one likes.
 */
export function CopyLink({ days, path }: CopyLinkProps) {
  const t = copyLinkTexts();
  const ref = useRef<HTMLSpanElement>(null);
  const [isCopied, setCopied] = useBriefly<true>();
  const [uncopied, setUncopied] = useState<string | null>(null);

  const copy = async (link: string) => {
    ref.current?.querySelector<HTMLElement>("[popover]")?.hidePopover();
    try {
      // It exists on https and localhost only, and there it may be forbidden.
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      setUncopied(link);
    }
  };

  const Icon = isCopied ? Check : Link2;
  const icon = <Icon aria-hidden className={isCopied ? "size-4 text-good" : "size-4"} />;
  return (
    <span ref={ref} className="relative">
      {days ? (
        <Popover
          triggerClassName="inline-flex size-8 pointer-coarse:size-10 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text"
          triggerLabel={t.copyLink}
          trigger={<span data-copy-link>{icon}</span>}
          className="sm:w-72"
        >
          <ul className="p-1.5">
            <Choice
              label={t.relativeDates}
              note={t.whenOpened(days.relative)}
              onChoose={() => copy(window.location.href)}
            />
            <Choice
              label={t.fixedDates}
              note={days.fixed}
              onChoose={() => copy(toFixedLink(window.location.href, days))}
            />
          </ul>
        </Popover>
      ) : (
        <IconButton
          label={path ? t.copyCallLink : t.copyLink}
          data-copy-link={path ? undefined : ""}
          onClick={() =>
            copy(path ? new URL(path, window.location.origin).href : window.location.href)
          }
        >
          {icon}
        </IconButton>
      )}
      <span
        role="status"
        className="absolute top-full left-1/2 z-20 mt-1 -translate-x-1/2 rounded bg-raised px-2 py-1 text-good text-xs shadow-popover empty:hidden"
      >
        {isCopied ? t.copied : null}
      </span>
      {uncopied === null ? null : (
        <Suspense fallback={null}>
          <LinkDialog link={uncopied} onClose={() => setUncopied(null)} />
        </Suspense>
      )}
    </span>
  );
}

type ChoiceProps = { label: string; note: string; onChoose: () => void };

function Choice({ label, note, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="block w-full rounded px-2 py-1.5 text-left hover:bg-hover"
      >
        {label} <span className="block text-muted text-xs">{note}</span>
      </button>
    </li>
  );
}

/** The same address with the days as they are today, which stay those days. */
export function toFixedLink(href: string, { from, to }: { from: string; to: string }): string {
  const url = new URL(href);
  url.searchParams.delete("days");
  url.searchParams.set("from", from);
  url.searchParams.set("to", to);
  return url.href;
}

export const copyLinkTexts = texts("copyLink", {
  copyLink: "Copy link",
  copyCallLink: "Copy link to this call",
  copied: "Copied",
  relativeDates: "Copy with relative dates",
  whenOpened: (days: string) => `${days}, whenever it is opened`,
  fixedDates: "Copy with fixed dates",
});
