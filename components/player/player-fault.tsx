"use client";

import { RefreshCw, VolumeX } from "lucide-react";
import { Button } from "@/components/ui/controls/button";
import { ButtonLink } from "@/components/ui/controls/button-link";
import type { AudioFault } from "./audio-fault";

type PlayerFaultProps = { fault: AudioFault; onRetry: () => void };

/** Why there is nothing to hear, and what can be done. */
export function PlayerFault({ fault: { title, text, settings }, onRetry }: PlayerFaultProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <VolumeX aria-hidden className="size-5 shrink-0 text-warn" />
      <div className="min-w-56 flex-1 text-dense">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex gap-2">
        {settings ? (
          <ButtonLink href={settings} size="small">
            Calling service
          </ButtonLink>
        ) : null}
        <Button size="small" onClick={onRetry}>
          <RefreshCw aria-hidden className="size-3.5" />
          Try again
        </Button>
      </div>
    </div>
  );
}
