import { budgets } from "@/lib/platform/settings/budgets";
import type { DriftKind } from "@/prisma/client/client";
import { canonicalKey, type Member, placeOf, toMeaning, valuesOf } from "../json/members";
import { type JsonValue, nameForm, sanitizeText } from "../json/read-json";

/**
 * Finds the members of one object by name, whatever their spelling and whichever places of the body
 * they come from. What differs from the interface is an observation.
 */
export class MemberReader {
  readonly #members = new Map<string, Member[]>();
  readonly #read = new Set<string>();
  /** Names of fields whose values were asked for. */
  readonly #taken = new Set<string>();
  /** What stood beside the value of a field, in the object that held it. */
  protected readonly beside: Pick<Member, "key" | "value">[] = [];

  constructor(
    members: Member[],
    readonly path: string,
    readonly remarks: Remarks,
    /** Its own path within the record. */
    readonly place: string[] = [],
  ) {
    for (const member of members) {
      const spelled = this.#members.get(member.name);
      if (spelled) spelled.push(member);
      else this.#members.set(member.name, [member]);
    }
  }

  /**
   * The value of a field, undefined when it is absent or given twice with different meanings. Null
   * says nothing where another place of the body says something.
   */
  take(name: string, meaningOf = toMeaning): JsonValue | undefined {
    this.#taken.add(name);
    const members = this.lend(name);
    for (const { key } of members) this.#observeSpelling(name, key);
    const given = toGiven(members);
    this.remarks.sources?.push({
      path: this.#pathOf(name),
      places: members.map(placeOf),
      given: given.map(({ value }) => value),
    });
    if (given.length < 2) return given[0]?.value;
    const told = given.find(({ value }) => value !== null);
    const meant = given.filter(
      ({ member, value }) => value !== null || !told || member.at === told.member.at,
    );
    const [first, ...others] = meant.map(({ value }) => value);
    if (first === undefined) return first;
    const meaning = meaningOf(first);
    if (others.some((other) => meaningOf(other) !== meaning)) {
      this.problem(name, "is given several times with different values");
      this.#observe({ kind: "type", ...this.#at(name), expected: "one value", found: "several" });
      return undefined;
    }
    return first;
  }

  /** The members of this name, to be read as another's; they count as read. */
  lend(name: string, as = name): Member[] {
    const canonical = canonicalKey(name);
    this.#read.add(canonical);
    const members = this.#members.get(canonical) ?? [];
    return as === name ? members : members.map((member) => ({ ...member, name: canonicalKey(as) }));
  }

  /** The members of this name, which still count as unread. */
  peek(name: string): Member[] {
    return this.#members.get(canonicalKey(name)) ?? [];
  }

  has(name: string): boolean {
    return this.#members.has(canonicalKey(name));
  }

  /**
   * What nobody asked for and what was asked for but can't be read, under the names that it came with;
   * some may come several times.
   */
  rest(): Pick<Member, "key" | "value">[] {
    const rest: Pick<Member, "key" | "value">[] = [];
    for (const [canonical, members] of this.#members) {
      if (this.#read.has(canonical)) continue;
      for (const member of members) rest.push(member);
    }
    const keys = rest.map(({ key }) => key);
    this.remarks.observations.push(...observeKeys("unknown_field", keys, this.place));
    for (const name of this.#taken) {
      if (!this.hasProblem(name)) continue;
      for (const member of this.peek(name)) if (member.value !== null) rest.push(member);
    }
    return [...rest, ...this.beside];
  }

  /** An object that isn't there. */
  missing(name: string, message: string): void {
    this.problem(name, message);
    this.observeMissing(name);
  }

  /** Something else that stands where an object belongs; it is kept beside what is read. */
  unexpected(name: string, value: JsonValue): void {
    this.problem(name, "must be an object");
    if (value !== null) this.beside.push({ key: name, value });
    this.observeForm(name, "an object", nameForm(value));
  }

  problem(name: string, message: string): void {
    this.remarks.problems.push({ path: this.#pathOf(name), message });
  }

  notice(name: string, message: string): void {
    this.remarks.notices.push({ path: this.#pathOf(name), message });
  }

  protected observeForm(name: string, expected: string, found: string): void {
    this.#observe({ kind: "type", ...this.#at(name), expected, found });
  }

  protected observeMissing(name: string): void {
    this.#observe({ kind: "missing_field", ...this.#at(name) });
  }

  #observeSpelling(name: string, key: string): void {
    const spelling = nameSpelling(name, key);
    if (spelling !== null) this.#observe({ kind: "form", path: ["names"], found: spelling });
  }

  #observe(observation: Observation): void {
    this.remarks.observations.push(observation);
  }

  #at(name: string): Pick<Observation, "path"> {
    return { path: [...this.place, name] };
  }

  hasProblem(name: string): boolean {
    return this.remarks.problems.some(({ path }) => path === this.#pathOf(name));
  }

  #pathOf(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}

type Given = { member: Member; value: JsonValue };

function toGiven(members: Member[]): Given[] {
  const given: Given[] = [];
  for (const member of members) {
    for (const value of valuesOf(member)) given.push({ member, value });
  }
  return given;
}

/** How a field is spelled whose name has several words; null: as the interface spells it. */
function nameSpelling(name: string, key: string): string | null {
  if (key === name || !name.includes("_")) return null;
  if (/^[a-z]+(-[a-z]+)+$/.test(key)) return "dash-case";
  if (/^[a-z]+([A-Z][a-z]*)+$/.test(key)) return "camelCase";
  return "another spelling";
}

/** Something about one place in a body: why a record is held back, or how a value was taken. */
export type Remark = { path: string; message: string };
export type Remarks = {
  problems: Remark[];
  notices: Remark[];
  observations: Observation[];
  /** Where each field was looked for, if anybody wants to know. */
  sources?: FieldSource[];
};

/** A field that was looked for, the places in the body where it was found, and what stood there. */
export type FieldSource = { path: string; places: string[]; given: JsonValue[] };

/** Where an object is missing as a whole, its single fields need no words. */
export function unheard(): Remarks {
  return { problems: [], notices: [], observations: [] };
}

/** The problems of one record with as much of them as is kept. */
export function capProblems(problems: Remark[]): Remark[] {
  return capRemarkList(problems, budgets.remarks.ofRecord);
}

/** So many of these, cut where they are long, and how many more there are. */
export function capRemarkList(remarks: Remark[], most: number): Remark[] {
  const kept = remarks.slice(0, most).map(({ path, message }) => ({
    path: cut(path, budgets.remarks.pathCharacters),
    message: cut(message, budgets.remarks.messageCharacters),
  }));
  const more = remarks.length - kept.length;
  return more > 0 ? [...kept, { path: "", message: `and ${more} more` }] : kept;
}

function cut(text: string, most: number): string {
  const storable = sanitizeText(text.slice(0, most));
  return text.length > most ? `${storable}…` : storable;
}

/**
 * Something in a record that the interface doesn't name, or names otherwise; or a value of a field
 * whose values it leaves open. Its path is the one within the record, whatever stood around it;
 * null stands for more of its kind than are told apart.
 */
export type Observation = {
  kind: DriftKind;
  path: string[] | null;
  /** What the interface says. */
  expected?: string;
  /** What came. */
  found?: string;
};

/** Keys that nobody asked for, up to as many as one object needs to show what it is. */
export function observeKeys(
  kind: "unknown_field" | "unknown_member",
  keys: string[],
  place: string[],
): Observation[] {
  const told = keys.slice(0, mostKeys).map((key) => ({ kind, path: [...place, key] }));
  return keys.length > mostKeys ? [...told, { kind, path: null }] : told;
}

const mostKeys = 100;
