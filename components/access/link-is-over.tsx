import { fillText } from "@/components/format/fill-text";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Code } from "@/components/ui/page/description-list";
import { Entrance } from "./entrance";
import { accessTexts } from "./texts.en";

/** What stands behind a link that was used, revoked, has expired or was never made. */
export function LinkIsOver() {
  const t = accessTexts().linkOver;
  return (
    <Entrance title={t.title} description={t.description}>
      <ul className="list-disc space-y-2 pl-5 text-sm">
        <li>{t.ifCreated}</li>
        <li>{t.ifInvited}</li>
        <li>{fillText(t.ifSettingUp, { command: <Code>npm start</Code> })}</li>
      </ul>
      <ButtonLink href="/sign-in" className="w-full">
        {t.goToSignIn}
      </ButtonLink>
    </Entrance>
  );
}
