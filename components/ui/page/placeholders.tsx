import type { LucideIcon } from "lucide-react";
import { classNames } from "@/components/ui/class-names";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** 1 where it stands for a whole page. */
  level?: 1 | 2;
  /** Why there is nothing, and what to do. */
  children?: React.ReactNode;
  actions?: React.ReactNode;
};

/** What stands where something would stand. */
export function EmptyState({ icon: Icon, title, level = 2, children, actions }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div
      className={classNames(
        "flex flex-col items-center px-6 text-center",
        level === 1 ? "py-[20vh]" : "py-16",
      )}
    >
      <span className="flex size-10 items-center justify-center rounded-lg border border-line bg-raised text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <Heading className="mt-4 font-semibold text-sm">{title}</Heading>
      {children ? (
        <div className="mt-1.5 max-w-md text-balance text-dense text-muted">{children}</div>
      ) : null}
      {actions ? <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}

/** A grey place of the size of what is to come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames("block animate-pulse rounded bg-skeleton", className)}
    />
  );
}

/** Stands in a popover whose contents are on their way. */
export function PanelSkeleton() {
  return (
    <div className="space-y-3 p-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-4 w-36" />
    </div>
  );
}
