/** "Incomplete: 2 fields are missing or can’t be read". */
export function tellIncomplete(problemCount: number): string {
  const fields = problemCount === 1 ? "1 field is" : `${problemCount} fields are`;
  return `Incomplete: ${fields} missing or can’t be read`;
}
