import { MapPinOff } from "lucide-react";
import { pagesTexts, titled } from "@/app/texts.en";
import { NotFoundState } from "@/components/ui/page/not-found";

export const generateMetadata = titled((t) => t.notFound.title);

export default function NotFound() {
  const t = pagesTexts().notFound;
  return (
    <main className="min-h-dvh bg-surface">
      <NotFoundState
        icon={MapPinOff}
        title={t.heading}
        text={t.text}
        href="/recordings"
        go={t.go}
      />
    </main>
  );
}
