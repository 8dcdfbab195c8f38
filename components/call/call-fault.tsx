import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/empty-state";

type CallFaultProps = { onRetry: () => void; onClose: () => void };

/** Stands where the call could not be shown. */
export function CallFault({ onRetry, onClose }: CallFaultProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title="This call could not be shown"
        actions={
          <>
            <Button size="small" variant="primary" onClick={onRetry}>
              Try again
            </Button>
            <Button size="small" aria-keyshortcuts="Escape" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        The server does not answer as it should. Try again in a moment.
      </EmptyState>
    </div>
  );
}
