/**
 * Resolves once no sound is on its way that somebody waits for: it plays, rests or fails, or takes so
 * long that the rest need not wait. What is only shown beside a player is asked for after its sound.
 */
export async function whenSoundHasBegun(): Promise<void> {
  // Whoever loads a file plays it in the same breath, which shows only after that.
  await new Promise((resolve) => setTimeout(resolve));
  const audio = document.querySelector("audio");
  if (!audio || audio.paused || audio.error) return;
  if (audio.readyState >= audio.HAVE_FUTURE_DATA) return;
  await new Promise((resolve) => {
    const stop = AbortSignal.timeout(mostWaitMs);
    stop.addEventListener("abort", resolve);
    for (const type of ["playing", "pause", "error", "emptied"]) {
      audio.addEventListener(type, resolve, { once: true, signal: stop });
    }
  });
}

const mostWaitMs = 500;
