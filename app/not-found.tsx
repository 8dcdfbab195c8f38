import { MapPinOff } from "lucide-react";
import type { Metadata } from "next";
import { pagesTexts } from "@/app/texts.en";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/placeholders";

export function generateMetadata(): Metadata {
  return { title: pagesTexts().notFound.title };
}

export default function NotFound() {
  const t = pagesTexts().notFound;
  return (
    <main className="min-h-dvh bg-surface">
      <EmptyState
        level={1}
        icon={MapPinOff}
        title={t.heading}
        actions={
          <ButtonLink href="/recordings" size="small">
            {t.go}
          </ButtonLink>
        }
      >
        {t.text}
      </EmptyState>
    </main>
  );
}
