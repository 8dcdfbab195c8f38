import { Player } from "@/components/player/player";
import { recordingHref } from "@/components/recordings/recording-href";
import type { RecordingView } from "@/lib/recordings/detail/views";

type RecordingPlayerProps = {
  recording: Pick<RecordingView, "id" | "recordingAttachment">;
  title: string;
};

/** Plays a call, if it came with the address of its recording. */
export function RecordingPlayer({ recording, title }: RecordingPlayerProps) {
  const { id, recordingAttachment } = recording;
  if (recordingAttachment === "") {
    return (
      <p className="rounded-lg border border-line bg-raised px-4 py-3 text-dense text-muted">
        This call came without the address of its recording, so it can’t be played.
      </p>
    );
  }
  return <Player key={id} source={`/api${recordingHref(id)}/audio`} title={title} />;
}
