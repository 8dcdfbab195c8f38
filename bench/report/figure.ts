/** One result. What is only reported has no goal, and so neither holds nor fails. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  goal: string | null;
  holds: boolean | null;
};

export function atLeast(name: string, value: number, unit: string, least: number): Figure {
  return { name, value: rounded(value), unit, goal: `>= ${least}`, holds: value >= least };
}

export function atMost(name: string, value: number, unit: string, most: number): Figure {
  return { name, value: rounded(value), unit, goal: `<= ${most}`, holds: value <= most };
}

export function reported(name: string, value: number, unit: string): Figure {
  return { name, value: rounded(value), unit, goal: null, holds: null };
}

/** Missed by a machine that was busy with others, perhaps; what was counted has no such excuse. */
export function isMissedSpeed({ holds, unit }: Figure): boolean {
  return holds === false && ["ratio", "ms", "s", "speed points"].includes(unit);
}

export function describeFigure({ name, value, unit, goal, holds }: Figure): string {
  const verdict = goal === null ? "" : `, goal ${goal}: ${holds ? "holds" : "MISSED"}`;
  return `${name}: ${value} ${unit}${verdict}`;
}

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
