"use client";

import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import type { CallPlayerProps } from "./open-call-player";
import {
  closePlayer,
  hasPlace,
  offerCall,
  readLoaded,
  readNothingLoaded,
  toggleCall,
  watchLoaded,
} from "./remote-control";

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

// A list sends along what an open call would need, so that this must come by itself.
const loadPlayer = () => import("./open-call-player");
const OpenCallPlayer = lazy(loadPlayer);
const Length = lazy(async () => ({ default: (await loadPlayer()).RecordingLength }));

/**
 * An open call's audio, which shows and drives the one player. What a person does before its scripts have
 * come counts all the same: Space plays the call, and so does its button.
 */
export function CallPlayer(props: CallPlayerProps) {
  const { id, title, startSeconds = null } = props;
  const ref = useRef<HTMLDivElement>(null);
  const isAlive = useRef(false);

  useEffect(() => offerCall({ id, title }, startSeconds ?? 0), [id, title, startSeconds]);
  useEffect(() => {
    const place = ref.current;
    const playEarly = ({ target }: MouseEvent) => {
      if (isAlive.current || !(target instanceof Element)) return;
      if (target.closest("button[data-plays]")) toggleCall({ id, title });
    };
    // React gives nobody the clicks on what has no scripts yet.
    place?.addEventListener("click", playEarly);
    return () => place?.removeEventListener("click", playEarly);
  }, [id, title]);

  return (
    <div ref={ref}>
      <Suspense
        fallback={
          <div className="@container rounded-lg border border-line bg-raised px-4 print:hidden">
            <div className="h-32 @lg:h-29" />
          </div>
        }
      >
        <OpenCallPlayer {...props} isAlive={isAlive} />
      </Suspense>
    </div>
  );
}

/** How long the recording of a call is, once somebody knows; nothing moves when it comes. */
export function RecordingLength({ id }: { id: string }) {
  return (
    <span className="inline-block min-w-26 whitespace-pre">
      <Suspense fallback={null}>
        <Length id={id} />
      </Suspense>
    </span>
  );
}
