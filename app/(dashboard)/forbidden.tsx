import { ButtonLink } from "@/components/ui/controls/button-link";
import { PageBody, PageHeader } from "@/components/ui/page/sections";

/** What a member sees of an administrator's page. */
export default function Forbidden() {
  return (
    <PageBody>
      <PageHeader
        title="For administrators"
        description="Your account may not see this page. An administrator can change that under Settings, Members."
      />
      <ButtonLink href="/recordings">Back to the recordings</ButtonLink>
    </PageBody>
  );
}
