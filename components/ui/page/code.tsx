/** An id, an address or other text to be taken to the letter. */
export function Code({ children }: { children: React.ReactNode }) {
  return <code className="wrap-anywhere font-mono text-[0.92em]">{children}</code>;
}
