import { SearchX } from "lucide-react";
import { EmptyState } from "@/components/ui/page/empty-state";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { CallBar } from "./call-bar";

/** Stands for a call that the address names and nobody has. */
export function NoSuchCall({ id, query }: { id: string; query: RecordingQuery }) {
  return (
    <>
      <CallBar id={id} query={query} neighbours={{ previous: null, next: null }} />
      <EmptyState icon={SearchX} title="There is no recording of this id">
        It may not have arrived yet, or its address may be mistyped.
      </EmptyState>
    </>
  );
}
