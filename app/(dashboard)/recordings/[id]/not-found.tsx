import { SearchX } from "lucide-react";
import { pagesTexts } from "@/app/texts.en";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/placeholders";

export default function RecordingNotFound() {
  const t = pagesTexts().recordings;
  return (
    <EmptyState
      level={1}
      icon={SearchX}
      title={t.notFound}
      actions={
        <ButtonLink href="/recordings" size="small">
          {pagesTexts().notFound.go}
        </ButtonLink>
      }
    >
      {t.notFoundText}
    </EmptyState>
  );
}
