import Link from "next/link";
import { formatShort } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { Code } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { BodyTextView, DeliveryDetailsView } from "@/lib/intake/views/views";
import { deliveriesDetailTexts } from "./texts.en";

type DeliveryContentProps = Pick<DeliveryDetailsView, "content" | "bodyDrop"> & {
  timeZone: string;
};

/** What arrived: the headers, and the body as text. All of it is a stranger's. */
export function DeliveryContent({ content, bodyDrop, timeZone }: DeliveryContentProps) {
  if (!content) return <DroppedContent bodyDrop={bodyDrop} timeZone={timeZone} />;
  const { headers, text } = content;
  const t = deliveriesDetailTexts();
  return (
    <>
      <Section title={t.headers} description={t.headersKept}>
        <table aria-label={t.headers} className="-my-1.5 w-full table-fixed text-dense">
          <colgroup>
            <col className="w-2/5 sm:w-56" />
            <col />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.value}</th>
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
      <Section title={t.body} description={describeText(text)}>
        {text.text === "" ? (
          <p className="text-dense text-muted">{t.empty}</p>
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
  const t = deliveriesDetailTexts();
  const notes = [
    unreadable ? t.shownAsFar(unreadable) : null,
    isCut ? t.isCut : null,
    isLaidOut ? t.isLaidOut : null,
  ].filter((note) => note !== null);
  return notes.length > 0 ? notes.join(" ") : undefined;
}

type DroppedContentProps = Pick<DeliveryDetailsView, "bodyDrop"> & { timeZone: string };

/** Where the headers and the body went. */
function DroppedContent({ bodyDrop, timeZone }: DroppedContentProps) {
  const t = deliveriesDetailTexts();
  return (
    <Section title={t.body}>
      <p className="text-dense text-muted">
        {bodyDrop
          ? fillText(t.dropped(bodyDrop.retentionDays), {
              day: (
                <time dateTime={bodyDrop.droppedAt}>
                  {formatShort(bodyDrop.droppedAt, timeZone, new Date(0)).day}
                </time>
              ),
              retention: (
                <Link
                  href="/settings/retention"
                  className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
                >
                  {t.retention}
                </Link>
              ),
            })
          : t.bytesGone}
      </p>
    </Section>
  );
}
