import { TriangleAlert } from "lucide-react";
import type { FieldProblem, FieldProblem as Problem } from "@/lib/recordings/record/call-record";
import type { RecordField } from "@/lib/recordings/views/views";

/** What people call the fields of a call and of its customer. */
export const fieldLabels: Record<RecordField, string> = {
  status: "Status",
  campaign: "Campaign",
  createdAt: "Created",
  minutesUsed: "Minutes used",
  hasTranscript: "Transcript",
  callSid: "Session id",
  recordingAttachment: "Recording",
  summary: "Summary",
  customerFirstName: "First name",
  customerLastName: "Last name",
  customerPhoneNumber: "Phone number",
  customerIsPhoneNumberCorrect: "Phone number correct",
  customerEmail: "Email",
  customerGender: "Gender",
  customerType: "Type",
  customerIsConfirmed: "Confirmed",
  customerId: "Customer id",
  rosterAttachment: "Customer list",
};

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
  if (/^is missing\b/.test(message)) return "Missing";
  if (/^is null\b/.test(message)) return "Missing: it came as null";
  if (message === "must not be empty") return "Missing: it came empty";
  return `Can’t be read: ${message}`;
}

/** The same of the time of a call, in whose place the one of its arrival is shown. */
export function describeTimeProblem(problem: Pick<FieldProblem, "message">): string {
  const isMissing = describeProblem(problem).startsWith("Missing");
  const why = isMissing ? "is missing" : `can’t be read: ${problem.message}`;
  return `Time of arrival, because the call’s own ${why}`;
}
