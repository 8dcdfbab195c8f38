import Link from "next/link";
import { fillText } from "@/components/format/text";
import { Callout } from "@/components/ui/page/callout";
import { Section } from "@/components/ui/page/sections";
import { WebhookUrl, type WebhookUrlProps } from "@/components/webhooks/webhook-controls";
import type { WebhookSecretsView, WrongSecretsView } from "@/lib/intake/views/views";
import { ContactWatch } from "./contact-watch";
import { firstContactTexts } from "./texts.en";

type ContactWaitingProps = { secrets: WebhookSecretsView; reveal: WebhookUrlProps["reveal"] };

/** What to register, where, and the wait for what comes of it. */
export function ContactWaiting({ secrets, reveal }: ContactWaitingProps) {
  const { active, urlStart, wrong } = secrets;
  const newest = active.at(-1);
  const t = firstContactTexts();
  return (
    <>
      <ContactWatch wrongSecrets={wrong?.requests ?? 0} />
      {wrong ? <WrongAddress wrong={wrong} /> : null}
      {isReachedFromHereAlone(urlStart) ? (
        <Callout variant="warn" title={t.cannotReach}>
          {t.cannotReachText}
        </Callout>
      ) : null}
      <Section title={t.whatToDo}>
        <ol className="list-decimal space-y-3 pl-5 text-dense marker:text-muted">
          {newest ? (
            <li className="space-y-2">
              <p>{t.copyUrl}</p>
              <WebhookUrl
                secretId={newest.id}
                secretName={newest.name}
                urlStart={urlStart}
                reveal={reveal}
              />
            </li>
          ) : null}
          <li>{fillText(t.register, { path: <b>Settings &gt; Webhooks</b> })}</li>
          <li>{t.call}</li>
        </ol>
        <p className="mt-4 text-dense text-muted">
          {fillText(t.noCall, {
            testRun: (
              <Link href="/settings/webhooks/rehearsal" className="text-accent hover:underline">
                {t.startTestRun}
              </Link>
            ),
          })}
        </p>
      </Section>
    </>
  );
}

function isReachedFromHereAlone(url: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** The usual fault: something knocks, under an address that isn't the one to register. */
function WrongAddress({ wrong }: { wrong: WrongSecretsView }) {
  const t = firstContactTexts();
  return (
    <Callout variant="warn" title={t.wrongSecrets(wrong.requests)}>
      {t.wrongSecretsText}
    </Callout>
  );
}
