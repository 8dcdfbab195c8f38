import { SearchX } from "lucide-react";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";

export default function RecordingNotFound() {
  return (
    <EmptyState
      level={1}
      icon={SearchX}
      title="Recording not found"
      actions={
        <ButtonLink href="/recordings" size="small">
          Go to recordings
        </ButtonLink>
      }
    >
      It may not have arrived yet, or its address may be mistyped.
    </EmptyState>
  );
}
