import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { pagesTexts } from "@/app/texts.en";
import { DriftSection } from "@/components/drift/drift-section";
import { PageHeader } from "@/components/ui/page/sections";
import { acknowledgeChanges } from "@/lib/intake/actions";
import { loadDrift } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export function generateMetadata(): Metadata {
  return { title: pagesTexts().drift.title };
}

export default async function DriftPage() {
  const { structure, values } = await loadDrift();
  const timeZone = await viewerTimeZone();
  const shared = { now: new Date(), timeZone, acknowledge: acknowledgeChanges };
  const t = pagesTexts().drift;
  return (
    <div className="mx-auto w-full max-w-6xl space-y-6 px-4 py-4 sm:px-6">
      <div>
        <Link
          href="/settings/webhooks"
          className="mb-2 inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {pagesTexts().webhooks.title}
        </Link>
        <PageHeader title={t.title} description={t.text} />
      </div>
      <DriftSection
        title={t.structure}
        description={t.structureText}
        empty={t.noStructure}
        list={structure}
        {...shared}
      />
      <DriftSection
        title={t.values}
        description={t.valuesText}
        empty={t.noValues}
        list={values}
        {...shared}
      />
    </div>
  );
}
