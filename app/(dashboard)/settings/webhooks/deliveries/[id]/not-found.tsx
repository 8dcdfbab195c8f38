import { pagesTexts } from "@/app/texts.en";
import { deliveriesPath } from "@/components/deliveries/deliveries-list";
import { NotFoundState } from "@/components/ui/page/not-found";

export default function DeliveryNotFound() {
  const t = pagesTexts().deliveries;
  return <NotFoundState title={t.notFound} text={t.notFoundText} href={deliveriesPath} go={t.go} />;
}
