import { ChevronRight } from "lucide-react";

type DisclosureProps = { summary: React.ReactNode; children: React.ReactNode };

/** Something that is shown when it is asked for; works before any script has run. */
export function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <details className="group/disclosure min-w-0">
      <summary className="-ml-1 inline-flex print:ml-0 max-w-full list-none items-center gap-1 rounded pr-1.5 text-muted hover:bg-hover hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 print:hidden group-open/disclosure:rotate-90 motion-safe:transition-transform"
        />
        {summary}
      </summary>
      <div className="mt-1.5">{children}</div>
    </details>
  );
}
