type ProgressProps = {
  label: string;
  value: number;
  /** Null: nobody knows how much there is. */
  max: number | null;
};

/** How much of some work is done. */
export function Progress({ label, value, max }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={max ?? undefined}
      value={max === null ? undefined : Math.min(value, max)}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-pressed [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-pressed [&::-webkit-progress-value]:bg-accent-solid"
    />
  );
}
