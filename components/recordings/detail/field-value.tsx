import type { FieldProblem as Problem } from "@/lib/recordings/record/call-record";
import { FieldProblem } from "./field-problem";
import { findProblem } from "./find-problem";

type FieldValueProps = { problems: Problem[]; path: string; children: React.ReactNode };

/** What a field of a call says, or why it is empty. */
export function FieldValue({ problems, path, children }: FieldValueProps) {
  const problem = findProblem(problems, path);
  return problem ? <FieldProblem problem={problem} /> : children;
}
