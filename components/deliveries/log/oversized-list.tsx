import { Instant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { Code } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { OversizedBodyView } from "@/lib/intake/views/views";
import { deliveriesLogTexts } from "./texts.en";

type OversizedListProps = { bodies: OversizedBodyView[]; timeZone: string };

/** Bodies that were refused for their size: what there is to find them at the sender. */
export function OversizedList({ bodies, timeZone }: OversizedListProps) {
  if (bodies.length === 0) return null;
  const t = deliveriesLogTexts().oversized;
  return (
    <div className="px-4 py-6 sm:px-6">
      <Section title={t.title} description={t.description}>
        <ul aria-label={t.title} className="-my-2 divide-y divide-line text-dense">
          {bodies.map((body) => (
            <li
              key={body.id}
              className="grid gap-x-6 gap-y-0.5 py-2 sm:grid-cols-[auto_auto_minmax(0,1fr)]"
            >
              <Instant at={body.refusedAt} timeZone={timeZone} />
              <span className="tabular-nums">{describeSize(body)}</span>
              <span className="min-w-0 text-muted">
                {fillText(t.from, {
                  address: <Code>{body.remoteAddress || deliveriesLogTexts().unknown}</Code>,
                  hash: <Code>{body.sha256.slice(0, 12)}…</Code>,
                })}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function describeSize({ bytes, declaredBytes }: OversizedBodyView): string {
  const t = deliveriesLogTexts().oversized;
  return declaredBytes === null
    ? t.read(BigInt(bytes))
    : t.readOf(BigInt(bytes), BigInt(declaredBytes));
}
