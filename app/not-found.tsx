import { MapPinOff } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="min-h-dvh bg-surface">
      <EmptyState
        level={1}
        icon={MapPinOff}
        title="There is no such page"
        actions={
          <ButtonLink href="/recordings" size="small">
            Go to recordings
          </ButtonLink>
        }
      >
        The address may be mistyped, or what was here is gone.
      </EmptyState>
    </main>
  );
}
