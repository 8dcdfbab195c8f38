"use client";

import { useSyncExternalStore } from "react";
import {
  readLoaded,
  readNothingLoaded,
  toggleCall,
  watchLoaded,
} from "@/components/player/remote-control";
import { recordingsTableTexts } from "./texts.en";

/** At the end of the name, or beside a card; what plays keeps it in sight. */
export function PlayButton(call: { id: string; title: string }) {
  "use no memo";
  const t = recordingsTableTexts();
  const loaded = useSyncExternalStore(watchLoaded, readLoaded, readNothingLoaded);
  const isLoaded = loaded.hasBegun && loaded.call?.id === call.id;
  const isPlaying = isLoaded && loaded.isPlaying;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isPlaying ? t.pause(call.title) : t.play(call.title)}
      data-playing={isPlaying || undefined}
      data-loaded={isLoaded || undefined}
      onClick={() => toggleCall(call)}
      className="call-play"
    />
  );
}
