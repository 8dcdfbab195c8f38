import type { FieldProblem } from "@/lib/recordings/record/call-record";

/** Why the field of this path within the record is empty, `customer.details.email`. */
export function findProblem(problems: FieldProblem[], path: string): FieldProblem | undefined {
  return problems.find((problem) => problem.path === path);
}
