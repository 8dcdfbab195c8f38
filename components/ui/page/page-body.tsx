/** The column of a settings page: comfortable to read, with space between its sections. */
export function PageBody({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-3xl space-y-6 px-4 py-6 sm:px-6 lg:py-8">{children}</div>
  );
}
