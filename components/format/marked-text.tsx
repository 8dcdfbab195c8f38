import { TriangleAlert } from "lucide-react";
import { formatTexts } from "./texts.en";

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
