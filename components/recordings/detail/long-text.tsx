import { countFormat } from "@/components/format/count-format";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { cutText } from "@/lib/recordings/record/cut-text";

/** A text of any length: its beginning, then as much as one may want to read here. */
export function LongText({ text }: { text: string }) {
  const [beginning, rest] = cutText(text, 2_000);
  const [middle, end] = cutText(rest, 20_000);
  return (
    <div dir="auto" className="wrap-anywhere max-w-[68ch] whitespace-pre-line leading-6">
      {beginning}
      {middle ? (
        <Disclosure summary={`${countFormat.format(rest.length)} more characters`}>
          {middle}
          {end ? (
            <p className="text-muted">
              And {countFormat.format(end.length)} more, which are in the delivery itself.
            </p>
          ) : null}
        </Disclosure>
      ) : null}
    </div>
  );
}
