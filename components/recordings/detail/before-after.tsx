type BeforeAfterProps = { before: React.ReactNode; after: React.ReactNode };

/** "A → B"; neither side can turn the other's direction of writing. */
export function BeforeAfter({ before, after }: BeforeAfterProps) {
  return (
    <>
      <bdi>{before}</bdi> <span className="mx-1 text-muted">→</span> <bdi>{after}</bdi>
    </>
  );
}
