type ChangeGroupProps = {
  title?: string;
  rows: { key: string; label: string; value: React.ReactNode }[];
};

/** Changes that belong together; nothing where there are none. */
export function ChangeGroup({ title, rows }: ChangeGroupProps) {
  if (rows.length === 0) return null;
  return (
    <div>
      {title ? <h4 className="font-medium text-muted text-xs">{title}</h4> : null}
      <dl>
        {rows.map(({ key, label, value }) => (
          <div
            key={key}
            className="grid gap-x-4 py-1 sm:py-0.5 sm:grid-cols-[minmax(0,8.75rem)_minmax(0,1fr)]"
          >
            <dt className="wrap-anywhere min-w-0 text-muted">{label}</dt>
            <dd className="wrap-anywhere min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
