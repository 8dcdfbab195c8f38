import { X } from "lucide-react";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Skeleton } from "@/components/ui/skeleton";

/** Stands where the call will stand, and can be closed like it. */
export function CallSkeleton({ onClose }: { onClose: () => void }) {
  return (
    <>
      <div className="flex h-12 items-center justify-end border-line border-b px-3">
        <IconButton label="Close" aria-keyshortcuts="Escape" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="space-y-5 px-5 py-4">
        <Skeleton className="h-6 w-52" />
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </>
  );
}
