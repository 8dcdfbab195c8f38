type SectionProps = {
  title: string;
  description?: React.ReactNode;
  /** Stands at the right of the title. */
  actions?: React.ReactNode;
  children: React.ReactNode;
};

/** A titled card of a page, and a landmark by its title. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section
      // By no id: a part of a page that comes later would use the same ones.
      aria-label={title}
      className="overflow-clip rounded-lg border border-line bg-surface"
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2">
        <div className="min-w-0">
          <h2 className="font-semibold text-sm">{title}</h2>
          {description ? <p className="text-dense text-muted">{description}</p> : null}
        </div>
        {actions}
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}
