/** The product's sign: a voice and the sound waves around it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent-solid" />
      <g className="fill-none stroke-on-accent" strokeWidth="2.6" strokeLinecap="round">
        <path d="M8 14v4M13 10v12M18 7.5v17M23.5 12.5a5.2 5.2 0 0 1 0 7" />
      </g>
    </svg>
  );
}
