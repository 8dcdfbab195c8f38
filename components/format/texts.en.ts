import { texts } from "@/lib/language/texts";
import { numberFormat } from "./intl";

const count = numberFormat();
const plural = (n: number, unit: string) => `${n} ${unit}${n === 1 ? "" : "s"}`;

export const formatTexts = texts("format", {
  calls: (n: number) => `${count.format(n)} ${n === 1 ? "call" : "calls"}`,
  moreThan: (calls: string, estimate: string | null) =>
    `more than ${calls}${estimate === null ? "" : `, about ${estimate}`}`,
  underMegabytes: (size: string) => `less than ${size} MB`,
  underMilliseconds: "under 1 ms",
  spelled: {
    hours: (n: number) => plural(n, "hour"),
    minutes: (n: number) => plural(n, "minute"),
    seconds: (n: number) => plural(n, "second"),
  },
  length: {
    seconds: (n: number) => `${n} s`,
    minutes: (n: number) => `${n} min`,
    hours: (n: number) => `${n} h`,
    days: (n: number) => `${n} d`,
  },
  days: {
    is: "is",
    from: "from",
    until: "until",
    fromTo: (from: string, to: string) => `${from} to ${to}`,
  },
  presets: {
    today: "Today",
    yesterday: "Yesterday",
    last7Days: "Last 7 days",
    last30Days: "Last 30 days",
    thisMonth: "This month",
  },
  noName: "No name",
  notKnown: "Unknown",
  yes: "Yes",
  no: "No",
  incomplete: (fields: number) =>
    `Incomplete: ${fields === 1 ? "1 field is" : `${fields} fields are`} missing or can’t be read`,
  notCorrect: "Not correct",
  notCorrectAside: "(not correct)",
});
