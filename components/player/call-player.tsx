"use client";

import { lazy, Suspense } from "react";
import type { CallPlayerProps } from "./open-call-player";

// A list sends along what an open call would need, so that this must come by itself.
const loadPlayer = () => import("./open-call-player");
const OpenCallPlayer = lazy(loadPlayer);
const Length = lazy(async () => ({ default: (await loadPlayer()).RecordingLength }));

/** An open call's audio, which shows and drives the one player. */
export function CallPlayer(props: CallPlayerProps) {
  const room = <div className="h-29 rounded-lg border border-line bg-raised print:hidden" />;
  return (
    <Suspense fallback={room}>
      <OpenCallPlayer {...props} />
    </Suspense>
  );
}

/** How long the recording of a call is, once somebody knows. */
export function RecordingLength({ id }: { id: string }) {
  return (
    <Suspense fallback={null}>
      <Length id={id} />
    </Suspense>
  );
}
