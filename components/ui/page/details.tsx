import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { CopyButton } from "@/components/ui/controls/async-buttons";

/** Names and their values, side by side. Its children are `Description`. */
export function DescriptionList({ children }: { children: React.ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}

/** One name and its value in a `DescriptionList`. */
export function Description({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2 text-dense first:pt-0 last:pb-0 sm:grid-cols-[minmax(8.75rem,1fr)_minmax(0,3fr)]">
      <dt className="wrap-anywhere min-w-0 text-muted">{letBreak(term)}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

/** The name of a setting breaks between its words, if it has to. */
function letBreak(term: string): React.ReactNode {
  const words = term.split(/(?<=_)/);
  if (words.length === 1) return term;
  return words.map((word) => (
    <Fragment key={word}>
      {word}
      <wbr />
    </Fragment>
  ));
}

/**
 * An id or an address in one line, cut in its middle where there is no room; `label` copies all of it.
 * Only signs of one width can be cut so; others break.
 */
export function Identifier({ value, label }: { value: string; label: string }) {
  const isPlain = /^[\x21-\x7e]+$/.test(value);
  return (
    <span className="flex min-w-0 max-w-full items-center gap-1">
      {isPlain ? (
        <code
          title={value}
          className="wrap-anywhere min-w-0 overflow-hidden whitespace-nowrap font-mono text-[0.92em] print:whitespace-normal"
        >
          <span className="inline-block max-w-[calc(100%-7.95ch)] supports-[width:round(down,1px,1px)]:max-w-[calc(round(down,100%-7.95ch,1ch)+0.5px)] overflow-hidden text-ellipsis align-bottom print:inline">
            {value.slice(0, -8)}
          </span>
          <span className="inline-block align-bottom print:inline">{value.slice(-8)}</span>
        </code>
      ) : (
        <Code>{value}</Code>
      )}
      <CopyButton value={value} label={label} />
    </span>
  );
}

/** An id, an address or other text to be taken to the letter. */
export function Code({ children }: { children: React.ReactNode }) {
  return <code className="wrap-anywhere font-mono text-[0.92em]">{children}</code>;
}

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
