import { texts } from "@/lib/language/texts";

export const filterValueTexts = texts("filterValues", {
  searchIn: (field: string) => `Search in ${field}`,
  searchValues: "Search values",
  is: "Is",
  isNot: "Is not",
  more: (count: number) => `${count} more. Type to narrow them down.`,
  noValues: "No values.",
  clear: "Clear",
  others: "Others",
  allOf: (group: string) => `All of ${group}`,
  exclude: (value: string) => `Exclude ${value}`,
  rawValuesOf: (name: string) => `Raw values of ${name}`,
  rawValues: (count: number, values: string) => `${count} raw values: ${values}`,
  notCounted: "Couldn’t count the calls.",
  tryAgain: "Try again",
  fetchAgain: "Fetch again",
  fetchAgainOffer: "Fetch again…",
  askToFetch: (count: string, isOne: boolean) =>
    `Fetch the audio of ${count} ${isOne ? "call" : "calls"} again? Audio that is already kept won’t change.`,
  fetching: (count: string, isOne: boolean) =>
    `Fetching the audio of ${count} ${isOne ? "call" : "calls"} again.`,
  notFetched: "That didn’t work. Try again in a moment.",
  cancel: "Cancel",
});
