import Link from "next/link";
import { customerHref } from "@/components/customers/customers-href";
import type { RecordingView } from "@/lib/recordings/detail/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { BackToList } from "./back-to-list";
import { ListNeighbours } from "./list-neighbours";
import { RecordingKeyFacts } from "./recording-key-facts";

type RecordingHeaderProps = {
  recording: RecordingView;
  title: string;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** Whose call it was, what one asks first, and the ways back to the list and along it. */
export function RecordingHeader({ recording, title, ...seen }: RecordingHeaderProps) {
  return (
    <header>
      <div className="flex min-h-8 items-center justify-between gap-4">
        <BackToList />
        <ListNeighbours key={recording.id} id={recording.id} />
      </div>
      <h1 className="wrap-anywhere mt-2 font-semibold text-2xl tracking-tight">
        {recording.customer.id === "" ? (
          title
        ) : (
          <Link
            href={customerHref(recording.customer.id)}
            prefetch={false}
            className="decoration-line-strong decoration-2 underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        )}
      </h1>
      <RecordingKeyFacts recording={recording} {...seen} />
    </header>
  );
}
