import { SearchX } from "lucide-react";
import { pagesTexts } from "@/app/texts.en";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/placeholders";

export default function CustomerNotFound() {
  const t = pagesTexts().customers;
  return (
    <EmptyState
      level={1}
      icon={SearchX}
      title={t.notFound}
      actions={
        <ButtonLink href="/customers" size="small">
          {t.go}
        </ButtonLink>
      }
    >
      {t.notFoundText}
    </EmptyState>
  );
}
