import { TriangleAlert } from "lucide-react";
import type { FieldProblem as Problem } from "@/lib/recordings/record/call-record";
import { tellProblem } from "./tell-problem";

/** Why a field of a call is empty. */
export function FieldProblem({ problem }: { problem: Problem }) {
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 text-warn">
      <TriangleAlert aria-hidden className="mt-[0.2em] size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{tellProblem(problem)}</span>
    </span>
  );
}
