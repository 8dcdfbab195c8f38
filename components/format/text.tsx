import { TriangleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { texts } from "@/lib/language/texts";
import { numberFormat } from "./intl";

/** A customer's whole name, or a word where there is none. */
export function toCustomerName(customer: { firstName: string; lastName: string }): string {
  return `${customer.firstName} ${customer.lastName}`.trim() || formatTexts().noName;
}

/** An answer in a word; null is not known. */
export function yesOrNo(answer: boolean | null): string {
  const t = formatTexts();
  if (answer === null) return t.notKnown;
  return answer ? t.yes : t.no;
}

/** "Incomplete: 2 fields are missing or can’t be read". */
export function describeIncomplete(problemCount: number): string {
  return formatTexts().incomplete(problemCount);
}

/** A text with elements in the place of what it has in braces: "Open {call} again". */
export function fillText(text: string, parts: Record<string, ReactNode>): ReactNode {
  return text.split(/(\{\w+\})/).map((piece, index) => {
    const name = piece.match(/^\{(\w+)\}$/)?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
    return <Fragment key={index}>{name ? parts[name] : piece}</Fragment>;
  });
}

/** A text in parts, every second of which is what was searched for; or the text as it is. */
export function MarkedText({ text, parts }: { text: string; parts: string[] | undefined }) {
  if (!parts) return text;
  return parts.map((part, index) => {
    const key = `${index}`;
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : part;
  });
}

/** `isCorrect` null: not known. */
type MarkedPhoneNumberProps = { children: React.ReactNode; isCorrect: boolean | null };

/** A phone number as people write it, with a mark where the service found it wrong. */
export function MarkedPhoneNumber({ children, isCorrect }: MarkedPhoneNumberProps) {
  const t = formatTexts();
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <span className="truncate tabular-nums">{children}</span>
      {isCorrect !== false ? null : (
        <span title={t.notCorrect} className="shrink-0">
          <TriangleAlert aria-hidden className="size-3.5 text-warn" />
          <span className="sr-only">{t.notCorrectAside}</span>
        </span>
      )}
    </span>
  );
}

const count = numberFormat();
const plural = (n: number, unit: string) => `${n} ${unit}${n === 1 ? "" : "s"}`;

export const formatTexts = texts("format", {
  calls: (n: number) => `${count.format(n)} ${n === 1 ? "call" : "calls"}`,
  about: (calls: string) => `about ${calls}`,
  uncounted: "not counted",
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
