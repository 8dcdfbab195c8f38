import { CircleDashed } from "lucide-react";
import { tellIncomplete } from "@/components/recordings/detail/tell-incomplete";

/** Says of a row that something of its call is missing. */
export function IncompleteMark({ problemCount }: { problemCount: number }) {
  if (problemCount === 0) return null;
  const words = tellIncomplete(problemCount);
  return (
    <span title={words} className="call-incomplete">
      <CircleDashed aria-hidden className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  );
}
