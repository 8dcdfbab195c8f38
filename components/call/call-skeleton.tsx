import { Skeleton } from "@/components/ui/skeleton";

/** Stands where the call will stand. */
export function CallSkeleton() {
  return (
    <div className="space-y-5 px-5 py-4">
      <Skeleton className="h-7 w-24" />
      <Skeleton className="h-6 w-52" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
