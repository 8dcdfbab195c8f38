import { SearchX } from "lucide-react";
import { pagesTexts } from "@/app/texts.en";
import { deliveriesPath } from "@/components/deliveries/deliveries-list";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/placeholders";

export default function DeliveryNotFound() {
  const t = pagesTexts().deliveries;
  return (
    <EmptyState
      level={1}
      icon={SearchX}
      title={t.notFound}
      actions={
        <ButtonLink href={deliveriesPath} size="small">
          {t.go}
        </ButtonLink>
      }
    >
      {t.notFoundText}
    </EmptyState>
  );
}
