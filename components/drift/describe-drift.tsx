import { Badge } from "@/components/ui/badge";
import { Code } from "@/components/ui/page/description-list";
import { toVisibleText } from "@/lib/intake/deliveries/visible-text";
import type { DriftView } from "@/lib/intake/views/views";
import { driftTexts } from "./texts.en";

/** What differs, in a few words, and where or which; null where the words say it all. */
type DriftWords = { what: string; which: string | null };

export function describeDrift(drift: Pick<DriftView, "kind" | "path" | "expected" | "found">) {
  const { what, which } = toWords(drift);
  return { what, which: which === null ? null : toVisibleText(which) };
}

function toWords({ kind, path, expected, found }: Parameters<typeof describeDrift>[0]): DriftWords {
  const t = driftTexts();
  if (path === null) return { what: t.furtherOf[kind], which: null };
  if (kind === "type") return { what: t.insteadOf(found, expected), which: path };
  if (kind === "form") return describeForm(path, found ?? "");
  return { what: t.kinds[kind], which: found ?? path };
}

function describeForm(place: string, found: string): DriftWords {
  const t = driftTexts();
  if (place === "names") return { what: t.namesIn(found), which: null };
  if (place === "customer") {
    return found === "included"
      ? { what: t.customerBeside, which: "included" }
      : { what: t.customerOutside, which: "customer" };
  }
  if (found === "") return { what: t.noEnvelope, which: null };
  return found.includes("[]")
    ? { what: t.severalRecords, which: found }
    : { what: t.unexpectedPlace, which: found };
}

/** What differs and where, and whether that is new. */
export function DriftName({ drift }: { drift: DriftView }) {
  const { what, which } = describeDrift(drift);
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
      {drift.isNew ? <Badge variant="info">{driftTexts().isNew}</Badge> : null}
      <span>{what}</span>
      {which === null ? null : (
        <bdi className="min-w-0 text-muted">
          <Code>{which}</Code>
        </bdi>
      )}
    </span>
  );
}
