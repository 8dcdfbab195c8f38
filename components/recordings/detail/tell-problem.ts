import type { FieldProblem } from "@/lib/recordings/record/call-record";

/** Why a field is empty, to be read beside its name. */
export function tellProblem({ message }: Pick<FieldProblem, "message">): string {
  if (/^is missing\b/.test(message)) return "Missing";
  if (/^is null\b/.test(message)) return "Missing: it came as null";
  if (message === "must not be empty") return "Missing: it came empty";
  return `Can’t be read: ${message}`;
}

/** The same of the time of a call, in whose place the one of its arrival is shown. */
export function tellTimeProblem(problem: Pick<FieldProblem, "message">): string {
  const isMissing = tellProblem(problem).startsWith("Missing");
  const why = isMissing ? "is missing" : `can’t be read: ${problem.message}`;
  return `Time of arrival, because the call’s own ${why}`;
}
