import Link from "next/link";
import { formatShort } from "@/components/format/dates";
import { Code } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { BodyTextView, DeliveryDetailsView } from "@/lib/intake/views/views";

type DeliveryContentProps = Pick<DeliveryDetailsView, "content" | "bodyDrop"> & {
  timeZone: string;
};

/** What arrived: the headers, and the body as text. All of it is a stranger's. */
export function DeliveryContent({ content, bodyDrop, timeZone }: DeliveryContentProps) {
  if (!content) return <DroppedContent bodyDrop={bodyDrop} timeZone={timeZone} />;
  const { headers, text } = content;
  return (
    <>
      <Section title="Headers" description="Cookies and authorization are never kept.">
        <table aria-label="Headers" className="-my-1.5 w-full table-fixed text-dense">
          <colgroup>
            <col className="w-2/5 sm:w-56" />
            <col />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {headers.map(([name, value]) => (
              <tr key={`${name} ${value}`} className="align-top">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal text-muted">
                  <Code>{name}</Code>
                </th>
                <td className="py-1.5">
                  <Code>{value}</Code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="Body" description={describeText(text)}>
        {text.text === "" ? (
          <p className="text-dense text-muted">It is empty.</p>
        ) : (
          <pre dir="ltr" className="wrap-anywhere whitespace-pre-wrap font-mono text-xs leading-5">
            {text.text}
          </pre>
        )}
      </Section>
    </>
  );
}

function describeText({ isCut, isLaidOut, unreadable }: BodyTextView): string | undefined {
  const notes = [
    unreadable ? `Shown as far as it is text: ${unreadable}.` : null,
    isCut ? "The beginning only; the raw payload is complete." : null,
    isLaidOut ? "Formatted for reading; the raw payload is exact." : null,
  ].filter((note) => note !== null);
  return notes.length > 0 ? notes.join(" ") : undefined;
}

type DroppedContentProps = Pick<DeliveryDetailsView, "bodyDrop"> & { timeZone: string };

/** Where the headers and the body went. */
function DroppedContent({ bodyDrop, timeZone }: DroppedContentProps) {
  return (
    <Section title="Body">
      <p className="text-dense text-muted">
        {bodyDrop ? (
          <>
            Its headers and bytes were dropped on{" "}
            <time dateTime={bodyDrop.droppedAt}>
              {formatShort(bodyDrop.droppedAt, timeZone, new Date(0)).day}
            </time>
            , after the {bodyDrop.retentionDays} days of the{" "}
            <Link
              href="/settings/retention"
              className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              retention
            </Link>
            . Its result stays.
          </>
        ) : (
          "Its bytes are no longer kept."
        )}
      </p>
    </Section>
  );
}
