import { CircleCheck } from "lucide-react";
import type { Route } from "next";
import { countFormat } from "@/components/format/numbers";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Section } from "@/components/ui/page/sections";
import type { DriftNewsView } from "@/lib/intake/views/views";
import { DriftName } from "./describe-drift";

/** What the calling service began to send within a week, as long as nobody has acknowledged it. */
export function DriftNews({ news }: { news: DriftNewsView }) {
  const { items, newCount, olderCount } = news;
  const more = newCount - items.length;
  return (
    <Section
      title="Schema changes"
      description="New in the last 7 days."
      actions={
        <ButtonLink href={driftPath} size="small">
          All changes
        </ButtonLink>
      }
    >
      {newCount === 0 ? (
        <p className="flex items-center gap-2 text-dense">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          No schema changes.
        </p>
      ) : (
        <ul className="space-y-2 text-dense">
          {items.map((drift) => (
            <li key={drift.id}>
              <DriftName drift={drift} />
            </li>
          ))}
        </ul>
      )}
      {more + olderCount > 0 ? (
        <p className="mt-3 text-dense text-muted">{describeOthers(more, olderCount)}</p>
      ) : null}
    </Section>
  );
}

function describeOthers(more: number, older: number): string {
  const others = [
    more > 0 ? `${countFormat.format(more)} more` : null,
    older > 0 ? `${countFormat.format(older)} older, not acknowledged yet` : null,
  ].filter((part) => part !== null);
  return `And ${others.join(", and ")}.`;
}

const driftPath: Route = "/settings/webhooks/drift";
