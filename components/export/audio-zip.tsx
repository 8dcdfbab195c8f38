"use client";

import { useEffect, useState } from "react";
import { buttonStyle } from "@/components/ui/controls/button";
import { exportFormTexts } from "./form-texts.en";

type AudioCount = { files: number; bytes: number; missing: number; isMore: boolean };

/** The audio of what the filter matches, as one file, which the browser saves as it comes. */
export function AudioZip({ filter }: { filter: [string, string][] }) {
  const t = exportFormTexts();
  const parameters = new URLSearchParams(filter).toString();
  const count = useAudioCount(parameters);
  const canSave = count !== "failed" && count !== null && (count.files > 0 || count.isMore);
  return (
    <section aria-label={t.audio} className="space-y-1.5 border-line border-t p-3">
      <h2 className="font-medium">{t.audio}</h2>
      {canSave ? (
        <a
          href={`/api/recordings/export/audio?${parameters}`}
          download
          className={buttonStyle("secondary", "small")}
        >
          {t.downloadAudio}
        </a>
      ) : (
        <button type="button" disabled className={buttonStyle("secondary", "small")}>
          {t.downloadAudio}
        </button>
      )}
      <p className="min-h-10 text-muted text-small" aria-live="polite">
        {tell(count)}
      </p>
    </section>
  );
}

function tell(count: AudioCount | "failed" | null): string {
  const t = exportFormTexts();
  if (count === null) return t.countingFiles;
  if (count === "failed") return t.notCounted;
  const { files, bytes, missing, isMore } = count;
  if (isMore) return files === 0 ? t.manyCalls : t.zipSizeAtLeast(files, bytes);
  if (files === 0) return t.noAudio;
  const size = t.zipSize(files, bytes);
  return missing === 0 ? size : `${size} ${t.withoutAudio(missing)}`;
}

function useAudioCount(parameters: string): AudioCount | "failed" | null {
  const [count, setCount] = useState<AudioCount | "failed" | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const ask = async () => {
      const options = { signal: control.signal };
      const answer = await fetch(`/api/recordings/export/audio?count=1&${parameters}`, options);
      setCount(answer.ok ? await answer.json() : "failed");
    };
    ask().catch(() => {
      if (!control.signal.aborted) setCount("failed");
    });
    return () => control.abort();
  }, [parameters]);
  return count;
}
