import { Badge } from "@/components/ui/badge";
import { Code } from "@/components/ui/page/description-list";
import { toVisibleText } from "@/lib/intake/deliveries/visible-text";
import type { DriftView } from "@/lib/intake/views/views";

/** What differs, in a few words, and where or which; null where the words say it all. */
type DriftWords = { what: string; which: string | null };

export function describeDrift(drift: Pick<DriftView, "kind" | "path" | "expected" | "found">) {
  const { what, which } = toWords(drift);
  return { what, which: which === null ? null : toVisibleText(which) };
}

function toWords({ kind, path, expected, found }: Parameters<typeof describeDrift>[0]): DriftWords {
  if (path === null) return { what: `Further ${plurals[kind]}`, which: null };
  if (kind === "type") return { what: `${capitalize(found)} instead of ${expected}`, which: path };
  if (kind === "form") return describeForm(path, found ?? "");
  return { what: names[kind], which: found ?? path };
}

function describeForm(place: string, found: string): DriftWords {
  if (place === "names") return { what: `Field names in ${found}`, which: null };
  if (place === "customer") {
    return found === "included"
      ? { what: "Customer beside the record", which: "included" }
      : { what: "Customer’s fields outside of details", which: "customer" };
  }
  if (found === "") return { what: "Record without an envelope", which: null };
  return found.includes("[]")
    ? { what: "Several records in one delivery", which: found }
    : { what: "Unexpected record location", which: found };
}

function capitalize(text: string | null): string {
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : "Something else";
}

const names: Record<Exclude<DriftView["kind"], "type" | "form">, string> = {
  unknown_field: "Unknown field",
  unknown_member: "Unknown top-level key",
  missing_field: "Missing field",
  status: "Status",
  campaign: "Campaign",
  gender: "Gender",
  customer_type: "Customer type",
};

const plurals: Record<DriftView["kind"], string> = {
  unknown_field: "unknown fields",
  unknown_member: "unknown keys around records",
  type: "differing types",
  missing_field: "missing fields",
  form: "forms of a delivery",
  status: "statuses",
  campaign: "campaigns",
  gender: "genders",
  customer_type: "customer types",
};

/** What differs and where, and whether that is new. */
export function DriftName({ drift }: { drift: DriftView }) {
  const { what, which } = describeDrift(drift);
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
      {drift.isNew ? <Badge variant="info">New</Badge> : null}
      <span>{what}</span>
      {which === null ? null : (
        <bdi className="min-w-0 text-muted">
          <Code>{which}</Code>
        </bdi>
      )}
    </span>
  );
}
