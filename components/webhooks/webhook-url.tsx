"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Code } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";

/** The URL with its secret, masked until it is asked for. Copying needs no revealing. */
export function WebhookUrl({ url }: { url: string }) {
  const [isShown, setIsShown] = useState(false);
  const secretStart = url.lastIndexOf("/") + 1;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-line bg-raised px-3 py-2 text-dense">
        <span className="min-w-0 flex-1">
          <Code>{isShown ? url : `${url.slice(0, secretStart)}${"•".repeat(12)}`}</Code>
        </span>
        <IconButton
          label={isShown ? "Hide the secret" : "Show the secret"}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? (
            <EyeOff aria-hidden className="size-4" />
          ) : (
            <Eye aria-hidden className="size-4" />
          )}
        </IconButton>
        <CopyButton value={url} label="Copy webhook URL" />
      </div>
      <p className="text-dense text-muted">
        Whoever knows this URL can add recordings. The service signs nothing, so the secret in the
        URL is what tells its events from a stranger’s.
      </p>
    </div>
  );
}
