/** Names and their values, side by side. Its children are `Description`. */
export function DescriptionList({ children }: { children: React.ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}
