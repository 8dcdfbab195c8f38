import { SearchX } from "lucide-react";
import { deliveriesPath } from "@/components/deliveries/log/deliveries-href";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";

export default function DeliveryNotFound() {
  return (
    <EmptyState
      level={1}
      icon={SearchX}
      title="There is no delivery of this id"
      actions={
        <ButtonLink href={deliveriesPath} size="small">
          Go to deliveries
        </ButtonLink>
      }
    >
      Its address may be mistyped, or it may have been kept long enough.
    </EmptyState>
  );
}
