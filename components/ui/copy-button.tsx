"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button";

/** Copies `value`; `label` says what it is: "Copy call id". */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () => {
    copyText(value).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };

  return (
    <span className="-my-1 inline-flex items-center align-middle">
      <IconButton label={label} onClick={copy} className="size-6">
        {outcome === "copied" ? (
          <Check aria-hidden className="size-3.5 text-good" />
        ) : (
          <Copy aria-hidden className="size-3.5" />
        )}
      </IconButton>
      <span role="status" className={outcome === "failed" ? "text-bad text-xs" : "sr-only"}>
        {outcome === "copied" ? "Copied" : outcome === "failed" ? "Could not copy" : ""}
      </span>
    </span>
  );
}

/** The clipboard exists on https and localhost only; elsewhere there is nothing to write to. */
async function copyText(value: string): Promise<void> {
  await navigator.clipboard.writeText(value);
}
