import { pagesTexts } from "@/app/texts.en";
import { NotFoundState } from "@/components/ui/page/not-found";

export default function RecordingNotFound() {
  const t = pagesTexts().recordings;
  return (
    <NotFoundState
      title={t.notFound}
      text={t.notFoundText}
      href="/recordings"
      go={pagesTexts().notFound.go}
    />
  );
}
