import { pagesTexts, titled } from "@/app/texts.en";
import { SessionList } from "@/components/access/members";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { endOwnSession } from "@/lib/access/members/actions";
import { loadSessions } from "@/lib/access/members/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.sessions.title);

export default async function SessionsPage() {
  const sessions = await loadSessions();
  const t = pagesTexts().sessions;
  return (
    <PageBody>
      <PageHeader title={t.title} description={t.text} />
      <Section title={t.active}>
        <SessionList sessions={sessions} timeZone={await viewerTimeZone()} end={endOwnSession} />
      </Section>
    </PageBody>
  );
}
