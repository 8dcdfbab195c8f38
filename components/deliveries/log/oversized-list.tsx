import { Instant } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { Code } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { OversizedBodyView } from "@/lib/intake/views/views";

type OversizedListProps = { bodies: OversizedBodyView[]; timeZone: string };

/** Bodies that were refused for their size: what there is to find them at the sender. */
export function OversizedList({ bodies, timeZone }: OversizedListProps) {
  if (bodies.length === 0) return null;
  return (
    <div className="px-4 py-6 sm:px-6">
      <Section
        title="Refused for their size"
        description="Larger than MAX_BODY_BYTES. The size, the hash and the first 64 KiB are kept."
      >
        <ul aria-label="Refused for their size" className="-my-2 divide-y divide-line text-dense">
          {bodies.map((body) => (
            <li
              key={body.id}
              className="grid gap-x-6 gap-y-0.5 py-2 sm:grid-cols-[auto_auto_minmax(0,1fr)]"
            >
              <Instant at={body.refusedAt} timeZone={timeZone} />
              <span className="tabular-nums">{describeSize(body)}</span>
              <span className="min-w-0 text-muted">
                from <Code>{body.remoteAddress || "unknown"}</Code>, SHA-256{" "}
                <Code>{body.sha256.slice(0, 12)}…</Code>
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function describeSize({ bytes, declaredBytes }: OversizedBodyView): string {
  const arrived = `${countFormat.format(BigInt(bytes))} bytes read`;
  return declaredBytes === null
    ? arrived
    : `${arrived} of ${countFormat.format(BigInt(declaredBytes))}`;
}
