"use client";

import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { closePlayer, readLoaded, readNothingLoaded, watchLoaded } from "./remote-control";

// Nobody waits for it before something is played.
const Player = lazy(() => import("./player"));

/** Where the player stands on every page, from the first play on. */
export function PlayerSlot() {
  const { hasBegun } = useSyncExternalStore(watchLoaded, readLoaded, readNothingLoaded);

  useEffect(() => {
    if (wasPlaying()) import("./playback").then(({ offerToResume }) => offerToResume());
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

function wasPlaying(): boolean {
  try {
    return sessionStorage.getItem("earshot-playing") !== null;
  } catch {
    return false;
  }
}
