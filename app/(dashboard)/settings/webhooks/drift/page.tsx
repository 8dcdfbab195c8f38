import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { DriftSection } from "@/components/drift/drift-section";
import { PageHeader } from "@/components/ui/page/sections";
import { acknowledgeChanges } from "@/lib/intake/actions";
import { loadDrift } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Schema changes" };

export default async function DriftPage() {
  const { structure, values } = await loadDrift();
  const timeZone = await viewerTimeZone();
  const shared = { now: new Date(), timeZone, acknowledge: acknowledgeChanges };
  return (
    <div className="mx-auto w-full max-w-6xl space-y-6 px-4 py-4 sm:px-6">
      <div>
        <Link
          href="/settings/webhooks"
          className="mb-2 inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Webhooks
        </Link>
        <PageHeader
          title="Schema changes"
          description="Fields and values that differ from the documented format. Acknowledge the ones you expect."
        />
      </div>
      <DriftSection
        title="Fields and types"
        description="What is unknown, missing, of another type or in another form."
        empty="No schema changes."
        list={structure}
        {...shared}
      />
      <DriftSection
        title="Values"
        description="Statuses, campaigns, genders and customer types: whatever arrives is taken."
        empty="None yet. They come with the first call."
        list={values}
        {...shared}
      />
    </div>
  );
}
