"use client";

import { useSyncExternalStore } from "react";
import { describeAgo } from "@/components/recordings/state/last-call";
import type { RowViewModel } from "./row-view-model";
import { recordingsTableTexts } from "./texts.en";

const tickMs = 15_000;

/** How long ago a call was; beyond a week, and for what lies ahead, when it was. */
export function TimeAgo({ row }: { row: RowViewModel }) {
  "use no memo";
  const tick = useSyncExternalStore(everyTick, readTick, readTick);
  const seconds = (tick * tickMs - Date.parse(row.createdAt)) / 1_000;
  const isNear = seconds > -60 && seconds < 7 * 24 * 60 * 60;
  const t = recordingsTableTexts();
  const ago = seconds < 60 ? t.justNow : t.ago(describeAgo(seconds));
  // Server and browser may tell it at two moments.
  return <span suppressHydrationWarning>{isNear ? ago : `${row.day} ${row.time}`}</span>;
}

function readTick(): number {
  return Math.ceil(Date.now() / tickMs);
}

function everyTick(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}
