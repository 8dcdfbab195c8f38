import { SearchX } from "lucide-react";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";

export default function CustomerNotFound() {
  return (
    <EmptyState
      level={1}
      icon={SearchX}
      title="There is no customer of this id"
      actions={
        <ButtonLink href="/customers" size="small">
          Go to customers
        </ButtonLink>
      }
    >
      They may not have been called yet, or the address may be mistyped.
    </EmptyState>
  );
}
