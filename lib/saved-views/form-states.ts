/** What a form about a view knows after it was sent; `fault` is null when it was done. */
export type ViewFormState = { fault: string | null; isDone: boolean };
