"use client";

import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { hasPlace } from "./kept-place";
import { closePlayer, readLoaded, readNothingLoaded, watchLoaded } from "./remote-control";

// Nobody waits for it before something is played.
const Player = lazy(() => import("./player"));

/** Where the player stands on every page, from the first play on. */
export function PlayerSlot() {
  const { hasBegun } = useSyncExternalStore(watchLoaded, readLoaded, readNothingLoaded);

  useEffect(() => {
    if (hasPlace()) import("./playback").then(({ offerToResume }) => offerToResume());
    return () => {
      // Who has signed out is no longer played anything.
      if (window.location.pathname === "/sign-in") closePlayer();
    };
  }, []);

  if (!hasBegun) return null;
  return (
    <div id="player">
      <Suspense fallback={<div className="player-dock" />}>
        <Player />
      </Suspense>
    </div>
  );
}
