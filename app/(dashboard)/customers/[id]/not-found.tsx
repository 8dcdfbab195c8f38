import { pagesTexts } from "@/app/texts.en";
import { NotFoundState } from "@/components/ui/page/not-found";

export default function CustomerNotFound() {
  const t = pagesTexts().customers;
  return <NotFoundState title={t.notFound} text={t.notFoundText} href="/customers" go={t.go} />;
}
