import { pagesTexts } from "@/app/texts.en";
import { ButtonLink } from "@/components/ui/controls/links";
import { PageBody, PageHeader } from "@/components/ui/page/sections";

/** What a member sees of an administrator's page. */
export default function Forbidden() {
  const t = pagesTexts().forbidden;
  return (
    <PageBody>
      <PageHeader title={t.title} description={t.text} />
      <ButtonLink href="/recordings">{t.back}</ButtonLink>
    </PageBody>
  );
}
