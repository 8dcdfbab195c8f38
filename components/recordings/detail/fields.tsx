import { TriangleAlert } from "lucide-react";
import { wordRemark } from "@/components/format/word-remark";
import type { FieldProblem, FieldProblem as Problem } from "@/lib/recordings/record/call-record";
import type { RecordField } from "@/lib/recordings/views/views";
import { recordingsDetailTexts } from "./texts.en";

/** What people call the fields of a call and of its customer. */
export function fieldLabels(): Readonly<Record<RecordField, string>> {
  return recordingsDetailTexts().fields;
}

/** Those that the page shows under "Customer". */
export function isCustomerField(field: RecordField): boolean {
  return field.startsWith("customer") || field === "rosterAttachment";
}

/** Why a field of a call is empty. */
export function ProblemNote({ problem }: { problem: FieldProblem }) {
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 text-warn">
      <TriangleAlert aria-hidden className="mt-[0.2em] size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{describeProblem(problem)}</span>
    </span>
  );
}

type FieldValueProps = { problems: Problem[]; path: string; children: React.ReactNode };

/** What a field of a call says, or why it is empty. */
export function FieldValue({ problems, path, children }: FieldValueProps) {
  const problem = findProblem(problems, path);
  return problem ? <ProblemNote problem={problem} /> : children;
}

/** Why the field of this path within the record is empty, `customer.details.email`. */
export function findProblem(problems: FieldProblem[], path: string): FieldProblem | undefined {
  return problems.find((problem) => problem.path === path);
}

/** Why a field is empty, to be read beside its name. */
export function describeProblem({ message }: Pick<FieldProblem, "message">): string {
  const t = recordingsDetailTexts().problem;
  const missing = findMissing(message);
  return missing ? t[missing] : t.unread(wordRemark(message));
}

function findMissing(message: string): "missing" | "null" | "empty" | null {
  if (/^is missing\b/.test(message)) return "missing";
  if (/^is null\b/.test(message)) return "null";
  return message === "must not be empty" ? "empty" : null;
}

/** The same of the time of a call, in whose place the one of its arrival is shown. */
export function describeTimeProblem({ message }: Pick<FieldProblem, "message">): string {
  const t = recordingsDetailTexts().problem;
  return findMissing(message) ? t.timeMissing : t.timeUnread(wordRemark(message));
}
