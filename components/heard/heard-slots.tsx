"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { listKept } from "@/components/live/store";

/** Loads what records what is played, once something is, or where an earlier page left something to tell. */
export function PlayedRecorder({ userId }: { userId: string }) {
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = async () => {
      document.removeEventListener("play", start, true);
      const { recordPlayed } = await import("./record-played");
      if (!isOver) stop = recordPlayed(userId);
    };
    // Media events don't rise, but they come down.
    document.addEventListener("play", start, true);
    if (listKept("localStorage", "earshot-heard:").length > 0) start();
    return () => {
      isOver = true;
      document.removeEventListener("play", start, true);
      stop?.();
    };
  }, [userId]);
  return null;
}

/** A list does not load it before a call is opened. */
export const HeardBy = dynamic(() => import("./heard-by").then((module) => module.HeardBy));
