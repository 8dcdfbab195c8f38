import { X } from "lucide-react";
import type { Route } from "next";
import { RawValue, ToneDot } from "@/components/vocabulary/named-value";
import type { ValueView } from "@/components/vocabulary/values";
import { ListLink } from "./navigation";

/** One thing that is set: what it says, the list without it, and the list with the opposite. */
export type FilterChip = Pick<ValueView, "raw" | "tone"> & {
  name: string;
  verb: string;
  value: string;
  removeHref: Route;
  turn?: ChipTurn;
  /** Where it is one of several values of a name, alone: that name, and the list with all of them. */
  whole?: { name: string; href: Route };
};

/** The opposite of a chip: which of its words becomes which other. */
export type ChipTurn = { part: "verb" | "value" | "both"; into: string; href: Route };

/** What narrows a list, each part with the way to take it off. */
export function ActiveFilters({ chips, clearHref }: { chips: FilterChip[]; clearHref: Route }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 text-dense">
      {chips.map((chip, index) => (
        <ActiveFilter key={toKey(chip, chips, index)} chip={chip} />
      ))}
      <li>
        <ListLink
          href={clearHref}
          className="flex h-7 pointer-coarse:h-9 items-center rounded-md px-2 text-muted hover:bg-hover hover:text-text"
        >
          Clear all
        </ListLink>
      </li>
    </ul>
  );
}

/** A chip that is turned stays the same one, so that the focus stays in it. */
function toKey(chip: FilterChip, chips: FilterChip[], index: number): string {
  const toName = ({ name, value, turn }: FilterChip) =>
    turn?.part === "verb" ? `${name} ${value}` : name;
  const earlier = chips.slice(0, index).filter((other) => toName(other) === toName(chip));
  return `${toName(chip)} ${earlier.length}`;
}

/** One thing that narrows a list: the words that can be turned are a link, and so is the cross. */
function ActiveFilter({ chip }: { chip: FilterChip }) {
  const { name, verb, value, raw, tone, removeHref, turn, whole } = chip;
  const says = `${name} ${verb} ${value}${whole ? " (raw)" : ""}`;
  const isVerbTurned = turn?.part === "verb" || turn?.part === "both";
  const isValueTurned = turn?.part === "value" || turn?.part === "both";
  return (
    <li className="flex h-7 max-w-full pointer-coarse:h-9 items-center rounded-md border border-line bg-canvas pl-2">
      <span className="shrink-0 whitespace-pre text-muted">
        {name} {isVerbTurned ? "" : `${verb} `}
      </span>
      {turn ? (
        <ListLink
          href={turn.href}
          aria-label={`Turn ${says} into ${turn.into}`}
          title={`Turn into “${turn.into}”`}
          className="flex h-5.5 min-w-6 shrink-0 justify-center pointer-coarse:h-7 items-center whitespace-pre rounded bg-pressed px-1.5 hover:bg-accent-soft hover:text-accent"
        >
          {isVerbTurned ? (
            <span className="text-muted">{isValueTurned ? `${verb} ` : verb}</span>
          ) : null}
          {isValueTurned ? <span className="font-medium">{value}</span> : null}
        </ListLink>
      ) : null}
      {isValueTurned ? null : (
        <span className="min-w-0 truncate font-medium">
          {turn ? " " : null}
          <span className={turn ? "ml-1.5" : undefined}>
            <ToneDot tone={tone} className="mr-1" />
            {tone ? " " : null}
            <bdi>{value}</bdi> <RawValue>{raw}</RawValue>
          </span>
        </span>
      )}
      {whole ? (
        <ListLink
          href={whole.href}
          aria-label={`Widen ${says} to all of ${whole.name}`}
          title={`Only this raw value. Show all of “${whole.name}”`}
          className="ml-1 shrink-0 rounded px-1 text-muted hover:bg-pressed hover:text-text"
        >
          (raw)
        </ListLink>
      ) : null}
      <ListLink
        href={removeHref}
        aria-label={`Remove ${says}`}
        className="ml-1 flex size-6.5 shrink-0 pointer-coarse:size-8 items-center justify-center rounded-md text-muted hover:bg-pressed hover:text-text"
      >
        <X aria-hidden className="size-3.5" />
      </ListLink>
    </li>
  );
}
