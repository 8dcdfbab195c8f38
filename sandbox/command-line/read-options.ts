import { type OptionName, optionList } from "./option-list";

/** Takes arguments apart into the values of each option (empty texts for one without a value). */
export function readOptions(args: string[]): {
  values: Map<OptionName, string[]>;
  faults: string[];
} {
  const values = new Map<OptionName, string[]>();
  const faults: string[] = [];
  const remaining = args.flatMap(splitAtEquals);
  for (let arg = remaining.shift(); arg !== undefined; arg = remaining.shift()) {
    const option = optionList.find(({ name }) => arg === `--${name}`);
    if (!option) {
      faults.push(`${arg} is not an option`);
      continue;
    }
    const value = option.value === null ? "" : takeValue(remaining);
    if (value === undefined) faults.push(`--${option.name} needs a value`);
    else values.set(option.name, [...(values.get(option.name) ?? []), value]);
  }
  return { values, faults };
}

/** `--name=value` into `--name` and `value`. */
function splitAtEquals(arg: string): string[] {
  const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(arg) ?? [];
  return name !== undefined && value !== undefined ? [name, value] : [arg];
}

function takeValue(remaining: string[]): string | undefined {
  return remaining[0]?.startsWith("--") ? undefined : remaining.shift();
}
