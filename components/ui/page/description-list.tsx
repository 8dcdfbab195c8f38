/** Names and their values, side by side. Its children are `Description`. */
export function DescriptionList({ children }: { children: React.ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}

/** One name and its value in a `DescriptionList`. */
export function Description({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2 text-dense first:pt-0 last:pb-0 sm:grid-cols-[minmax(8.75rem,1fr)_minmax(0,3fr)]">
      <dt className="wrap-anywhere min-w-0 text-muted">{term}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

/** An id, an address or other text to be taken to the letter. */
export function Code({ children }: { children: React.ReactNode }) {
  return <code className="wrap-anywhere font-mono text-[0.92em]">{children}</code>;
}
