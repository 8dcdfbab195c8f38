/** An answer in a word; null is not known. */
export function yesOrNo(answer: boolean | null): string {
  if (answer === null) return "Not known";
  return answer ? "Yes" : "No";
}
