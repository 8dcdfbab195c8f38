"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState, useTransition } from "react";
import { IconButton } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Code } from "@/components/ui/page/description-list";
import type { UrlReveal } from "@/lib/intake/views/views";
import { webhooksTexts } from "./texts.en";

export type WebhookUrlProps = {
  secretId: string;
  secretName: string;
  /** The URL without its secret. */
  urlStart: string;
  reveal: (secretId: string) => Promise<UrlReveal>;
};

/** The URL with its secret, which comes from the server when it is asked for, and not before. */
export function WebhookUrl({ secretId, secretName, urlStart, reveal }: WebhookUrlProps) {
  const [answer, setAnswer] = useState<UrlReveal | null>(null);
  const t = webhooksTexts();
  const [isAsking, ask] = useTransition();
  const url = answer && "url" in answer ? answer.url : null;

  const show = () => ask(async () => setAnswer(await reveal(secretId)));

  async function fetchUrl(): Promise<string> {
    const fetched = await reveal(secretId);
    if ("url" in fetched) return fetched.url;
    setAnswer(fetched);
    throw new Error(fetched.refusal);
  }

  return (
    <div className="rounded-md border border-line bg-raised py-1 pr-1.5 pl-3 text-dense">
      <div className="flex items-center gap-x-1">
        <span className="min-w-0 flex-1">
          <Code>{url ?? `${urlStart}${"•".repeat(12)}`}</Code>
        </span>
        <IconButton
          label={url ? t.hideSecret(secretName) : t.showSecret(secretName)}
          onClick={url ? () => setAnswer(null) : show}
          aria-busy={isAsking}
        >
          {url ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
        </IconButton>
        <CopyButton value={url ?? fetchUrl} label={t.copyUrl(secretName)} />
      </div>
      {answer && "refusal" in answer ? (
        <p role="alert" className="py-1 text-bad text-xs">
          {answer.refusal}
        </p>
      ) : null}
    </div>
  );
}
