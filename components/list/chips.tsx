import { X } from "lucide-react";
import type { Route } from "next";
import { describeDays } from "@/components/format/dates";
import { classNames } from "@/components/ui/class-names";
import { ToneDot } from "@/components/ui/tone";
import type { ValueView } from "@/components/vocabulary/value-schema";
import { RawValue } from "@/components/vocabulary/values";
import { ListLink } from "./navigation";
import { listTexts } from "./texts.en";

/** Both included; null is open. */
export type Days = { from: string | null; to: string | null };

/** One value that is set: what it says, the list without it, and the list with the opposite. */
export type FilterChip = Pick<ValueView, "raw" | "tone"> & {
  name: string;
  /** Stands between name and value; ":" where they need no verb. */
  verb: string;
  value: string;
  removeHref: Route;
  turn?: ChipTurn;
  /** Where it is one of several values of a name, alone: that name, and the list with all of them. */
  whole?: { name: string; href: Route };
  /** Where it is one of several values of a field: the list without all of them, and with their opposite. */
  field?: { removeHref: Route; turn?: ChipTurn };
};

/** What a list is searched for, as a chip; none where it isn't. */
export function searchChips(q: string, removeHref: Route): FilterChip[] {
  const t = listTexts();
  return q ? [{ name: t.search, verb: t.searchFor, value: q, removeHref }] : [];
}

/** The days of a list, as a chip; none where it is of any. */
export function dayChips({ from, to }: Days, removeHref: Route): FilterChip[] {
  const days = describeDays(from, to);
  return days ? [{ name: listTexts().date, ...days, removeHref }] : [];
}

/** The opposite of a chip: which of its words becomes which other. */
export type ChipTurn = { part: "verb" | "value" | "both"; into: string; href: Route };

type ActiveFiltersProps = {
  chips: FilterChip[];
  clearHref: Route;
  /** The filters whose buttons stand in the same bar: a chip joins the button of its name. */
  joined?: readonly string[];
};

/** What narrows a list, a chip for each field, each with the way to take it off. */
export function ActiveFilters({ chips, clearHref, joined }: ActiveFiltersProps) {
  const t = listTexts();
  if (chips.length === 0) return null;
  return (
    <ul
      aria-label={t.activeFilters}
      className={classNames(
        "text-dense",
        joined ? "contents" : "flex flex-wrap items-center gap-1.5",
      )}
    >
      {gatherFields(chips).map((field, index, fields) => (
        <ActiveFilter
          key={toKey(field, fields, index)}
          chips={field}
          place={joined && toPlace(field[0].name, joined)}
        />
      ))}
      <li style={joined && { order: lastPlace }}>
        <ListLink
          href={clearHref}
          className="flex h-7 shrink-0 pointer-coarse:h-9 items-center whitespace-nowrap rounded-md px-2 text-muted hover:bg-hover hover:text-text"
        >
          {t.clearAll}
        </ListLink>
      </li>
    </ul>
  );
}

type Chips = [FilterChip, ...FilterChip[]];

/** Values of one field that are meant alike are one chip: "Status is failed or busy". */
function gatherFields(chips: FilterChip[]): Chips[] {
  const fields = new Map<string, Chips>();
  for (const chip of chips) {
    const key = `${chip.name}\n${chip.verb}\n${chip.field ? "" : chip.value}`;
    const gathered = fields.get(key);
    if (gathered) gathered.push(chip);
    else fields.set(key, [chip]);
  }
  return [...fields.values()];
}

/** What each chip says, and the list without it. */
export function listRemovals(chips: FilterChip[]): { says: string; href: Route }[] {
  return gatherFields(chips).map((field) => ({
    says: spell(field).says,
    href: ((field[1] && field[0].field) || field[0]).removeHref,
  }));
}

/** A chip in words, and which of its values are named in it. */
function spell(chips: Chips) {
  const t = listTexts();
  const [{ name, verb }] = chips;
  const named = chips.length > mostNamed ? chips.slice(0, mostNamed - 1) : chips;
  const unnamed = chips.slice(named.length);
  const values = [
    ...named.map(({ value, whole }) => `${value}${whole ? ` ${t.raw}` : ""}`),
    ...(unnamed.length > 0 ? [t.more(unnamed.length)] : []),
  ].join(` ${t.or} `);
  return { says: `${name}${verb === ":" ? "" : " "}${verb} ${values}`, named, unnamed };
}

/** A chip that is turned stays the same one, so that the focus stays in it. */
function toKey(chips: Chips, fields: Chips[], index: number): string {
  const toName = ([{ name, value, turn, field }]: Chips) =>
    turn?.part === "verb" && !field ? `${name} ${value}` : name;
  const earlier = fields.slice(0, index).filter((other) => toName(other) === toName(chips));
  return `${toName(chips)} ${earlier.length}`;
}

const lastPlace = 99;

/** Where a filter's button stands in the bar; its chip comes right after it. */
export function toPlace(name: string, joined: readonly string[]) {
  const index = joined.indexOf(name);
  return { order: index === -1 ? lastPlace - 1 : 2 * index + 1, isJoined: index !== -1 };
}

type ActiveFilterProps = { chips: Chips; place?: ReturnType<typeof toPlace> };

/** As many values as a chip names before it counts them. */
const mostNamed = 3;

/** What narrows a list by one field: the words that can be turned are a link, and so is the cross. */
function ActiveFilter({ chips, place }: ActiveFilterProps) {
  const t = listTexts();
  const [first, second] = chips;
  const { name, verb } = first;
  const { says, named, unnamed } = spell(chips);
  const isSpoken = verb !== ":";
  const { turn, removeHref } = (second && first.field) || first;
  const isVerbTurned = turn?.part === "verb" || turn?.part === "both";
  const isValueTurned = turn?.part === "value" || turn?.part === "both";
  const isJoined = place?.isJoined ?? false;
  return (
    <li
      style={place && { order: place.order }}
      data-joined={isJoined || undefined}
      className={classNames(
        "flex max-w-full items-center border",
        isJoined
          ? "h-8 shrink-0 rounded-r-md border-accent/40 border-l-0 bg-accent-soft pointer-coarse:h-10"
          : "h-7 rounded-md border-line bg-canvas pl-2 pointer-coarse:h-9",
        place && !isJoined && "shrink-0",
      )}
    >
      <span className={classNames("shrink-0 whitespace-pre", !isJoined && "text-muted")}>
        <span className={isJoined ? "sr-only" : undefined}>
          {name}
          {isSpoken ? " " : ": "}
        </span>
        {isVerbTurned && !isJoined ? " " : null}
        {isVerbTurned || !isSpoken ? null : `${verb} `}
      </span>
      {turn ? (
        <ListLink
          href={turn.href}
          aria-label={t.turn(says, turn.into)}
          title={t.turnInto(turn.into)}
          className={classNames(
            "flex h-5.5 min-w-6 shrink-0 items-center justify-center whitespace-pre rounded px-1.5 hover:text-accent pointer-coarse:h-7",
            isJoined ? "bg-accent/10 hover:bg-accent/20" : "bg-pressed hover:bg-accent-soft",
          )}
        >
          {isVerbTurned ? (
            <span className="text-muted">{isValueTurned ? `${verb} ` : verb}</span>
          ) : null}
          {isValueTurned ? <span className="font-medium">{first.value}</span> : null}
        </ListLink>
      ) : null}
      {isValueTurned ? null : (
        <span className={classNames("flex min-w-0 items-center", turn && "ml-1.5")}>
          {turn ? <span className="sr-only"> </span> : null}
          {named.map((chip, index) => (
            <ChipValue
              key={chip.value}
              chip={chip}
              isFirst={index === 0}
              isOnly={second === undefined}
              isCut={place !== undefined}
            />
          ))}
          {unnamed.length > 0 ? (
            <span title={unnamed.map(({ value }) => value).join(", ")} className="whitespace-pre">
              <span className="text-muted"> {t.or} </span>
              <span className="font-medium">{t.more(unnamed.length)}</span>
            </span>
          ) : null}
        </span>
      )}
      <ListLink
        href={removeHref}
        aria-label={second ? t.removeAll(says) : t.remove(says)}
        className="ml-1 flex size-6.5 shrink-0 items-center justify-center rounded-md text-muted hover:bg-pressed hover:text-text pointer-coarse:size-8"
      >
        <X aria-hidden className="size-3.5" />
      </ListLink>
    </li>
  );
}

type ChipValueProps = { chip: FilterChip; isFirst: boolean; isOnly: boolean; isCut: boolean };

/** A value in a chip; one of several can be taken off alone. */
function ChipValue({ chip, isFirst, isOnly, isCut }: ChipValueProps) {
  const t = listTexts();
  const { name, verb, value, raw, tone, removeHref, whole } = chip;
  const says = `${name} ${verb} ${value}`;
  const words = (
    <>
      <ToneDot tone={tone} className="mr-1" />
      {tone ? " " : null}
      <bdi>{value}</bdi>
      {raw === undefined ? null : " "}
      <RawValue>{raw}</RawValue>
    </>
  );
  const style = classNames("min-w-0 truncate font-medium", isCut && "max-w-52");
  return (
    <>
      {isFirst ? null : <span className="shrink-0 whitespace-pre px-px text-muted"> {t.or} </span>}
      {isOnly ? (
        <span title={value} className={style}>
          {words}
        </span>
      ) : (
        <ListLink
          href={removeHref}
          aria-label={t.remove(says)}
          title={t.removeValue(value)}
          className={classNames(style, "rounded hover:line-through")}
        >
          {words}
        </ListLink>
      )}
      {whole ? " " : null}
      {whole ? (
        <ListLink
          href={whole.href}
          aria-label={t.widen(says, whole.name)}
          title={t.widenTo(whole.name)}
          className="ml-1 shrink-0 rounded px-1 text-muted hover:bg-pressed hover:text-text"
        >
          {t.raw}
        </ListLink>
      ) : null}
    </>
  );
}
