import { CircleCheck } from "lucide-react";
import type { Route } from "next";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Section } from "@/components/ui/page/sections";
import type { DriftNewsView } from "@/lib/intake/views/views";
import { DriftName } from "./describe-drift";
import { driftTexts } from "./texts.en";

/** What the calling service began to send within a week, as long as nobody has acknowledged it. */
export function DriftNews({ news }: { news: DriftNewsView }) {
  const t = driftTexts();
  const { items, newCount, olderCount } = news;
  const more = newCount - items.length;
  return (
    <Section
      title={t.changes}
      description={t.newInWeek}
      actions={
        <ButtonLink href={driftPath} size="small">
          {t.allChanges}
        </ButtonLink>
      }
    >
      {newCount === 0 ? (
        <p className="flex items-center gap-2 text-dense">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          {t.none}
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
        <p className="mt-3 text-dense text-muted">{t.others(more, olderCount)}</p>
      ) : null}
    </Section>
  );
}

const driftPath: Route = "/settings/webhooks/drift";
