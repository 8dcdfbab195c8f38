type PageHeaderProps = {
  title: React.ReactNode;
  description?: React.ReactNode;
  actions?: React.ReactNode;
};

/** The head of a page, with its one `h1`. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="truncate font-semibold text-xl tracking-tight">{title}</h1>
        {description ? (
          <div className="mt-1 max-w-prose text-pretty text-muted text-sm">{description}</div>
        ) : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}

/** The column of a settings page: comfortable to read, with space between its sections. */
export function PageBody({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-3xl space-y-6 px-4 py-6 sm:px-6 lg:py-8">{children}</div>
  );
}

type SectionProps = {
  description?: React.ReactNode;
  /** Stands at the right of the title. */
  actions?: React.ReactNode;
  /** Without any, it is its title and description. */
  children: React.ReactNode;
} & ({ title: string } | { label: string });

/** A card of a page, and a landmark by its title; with a `label` alone, its title is its content's. */
export function Section({ description, actions, children, ...names }: SectionProps) {
  return (
    <section
      // By no id: a part of a page that comes later would use the same ones.
      aria-label={"title" in names ? names.title : names.label}
      className="overflow-clip rounded-lg border border-line bg-surface"
    >
      {"title" in names ? (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line px-4 py-2 not-last:border-b">
          <div className="min-w-0">
            <h2 className="font-semibold text-sm">{names.title}</h2>
            {description ? <p className="text-dense text-muted">{description}</p> : null}
          </div>
          {actions}
        </div>
      ) : null}
      {children === null ? null : <div className="p-4">{children}</div>}
    </section>
  );
}
