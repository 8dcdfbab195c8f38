"use client";

import { Check, Copy } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { useFormStatus } from "react-dom";
import { texts } from "@/lib/language/texts";
import { Button, IconButton } from "./button";

/** The button of a form; it waits while the form's action runs. */
export function SubmitButton({
  variant = "primary",
  pendingText,
  children,
  ...props
}: ComponentProps<typeof Button> & { pendingText?: string }) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" variant={variant} disabled={pending} aria-busy={pending} {...props}>
      {pending && pendingText ? pendingText : children}
    </Button>
  );
}

type CopyButtonProps = { value: string | (() => Promise<string>); label: string };

/** Copies `value`, fetched first where it is a function; `label` says what it is: "Copy call id". */
export function CopyButton({ value, label }: CopyButtonProps) {
  const t = uiTexts();
  const [outcome, setOutcome] = useBriefly<"copied" | "failed">();

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
        {outcome === "copied" ? t.copied : outcome === "failed" ? t.notCopied : ""}
      </span>
    </span>
  );
}

const lastsMs = 2_000;

/** What is said of something that was done, for two seconds; null: nothing. */
export function useBriefly<Said>() {
  const [said, say] = useState<Said | null>(null);

  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => say(null), lastsMs);
    return () => clearTimeout(timer);
  }, [said]);

  return [said, say] as const;
}

/** The clipboard exists on https and localhost only; elsewhere there is nothing to write to. */
async function copyText(value: CopyButtonProps["value"]): Promise<void> {
  if (typeof value === "string") return navigator.clipboard.writeText(value);
  // Handed over before it is there: once it has come, the click may be too old to copy by.
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": toBlob(value()) })]);
}

async function toBlob(text: Promise<string>): Promise<Blob> {
  return new Blob([await text], { type: "text/plain" });
}

export const uiTexts = texts("ui", {
  copied: "Copied",
  notCopied: "Couldn’t copy",
});
