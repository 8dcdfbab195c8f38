/** A customer's whole name, or a word where there is none. */
export function toCustomerName(customer: { firstName: string; lastName: string }): string {
  return `${customer.firstName} ${customer.lastName}`.trim() || noName;
}

export const noName = "No name";

/** An answer in a word; null is not known. */
export function yesOrNo(answer: boolean | null): string {
  if (answer === null) return "Not known";
  return answer ? "Yes" : "No";
}

/** "Incomplete: 2 fields are missing or can’t be read". */
export function describeIncomplete(problemCount: number): string {
  const fields = problemCount === 1 ? "1 field is" : `${problemCount} fields are`;
  return `Incomplete: ${fields} missing or can’t be read`;
}
