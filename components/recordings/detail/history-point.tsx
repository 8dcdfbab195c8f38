import { Instant } from "@/components/format/instant";
import { classNames } from "@/components/ui/class-names";

type HistoryPointProps = {
  title: string;
  at: string;
  timeZone: string;
  /** Whether the recording became another by it. */
  isNews: boolean;
  children: React.ReactNode;
};

/** A point on the line of a recording's history. */
export function HistoryPoint({ title, at, timeZone, isNews, children }: HistoryPointProps) {
  return (
    <li className="group/point relative pb-5 pl-6 last:pb-0">
      <span
        aria-hidden
        className="absolute top-2.5 -bottom-2.5 left-1 w-px bg-line-strong group-last/point:hidden"
      />
      <span
        aria-hidden
        className={classNames(
          "absolute top-1.5 left-0 size-2.25 rounded-full border",
          isNews ? "border-accent-solid bg-accent-solid" : "border-line-strong bg-surface",
        )}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{title}</h3>
        <p className="text-muted">
          <Instant at={at} timeZone={timeZone} />
        </p>
      </div>
      <div className="mt-0.5 space-y-1.5">{children}</div>
    </li>
  );
}
