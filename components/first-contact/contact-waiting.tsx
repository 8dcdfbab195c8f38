import Link from "next/link";
import { Callout } from "@/components/ui/page/callout";
import { Section } from "@/components/ui/page/sections";
import { WebhookUrl, type WebhookUrlProps } from "@/components/webhooks/webhook-url";
import type { WebhookSecretsView, WrongSecretsView } from "@/lib/intake/views/views";
import { ContactWatch } from "./contact-watch";

type ContactWaitingProps = { secrets: WebhookSecretsView; reveal: WebhookUrlProps["reveal"] };

/** What to register, where, and the wait for what comes of it. */
export function ContactWaiting({ secrets, reveal }: ContactWaitingProps) {
  const { active, urlStart, wrong } = secrets;
  const newest = active.at(-1);
  return (
    <>
      <ContactWatch wrongSecrets={wrong?.requests ?? 0} />
      {wrong ? <WrongAddress wrong={wrong} /> : null}
      {isReachedFromHereAlone(urlStart) ? (
        <Callout variant="warn" title="The calling service can’t reach this URL">
          It leads to this machine alone. Set PUBLIC_URL to the https address under which others
          reach Earshot, and start it again.
        </Callout>
      ) : null}
      <Section title="What to do">
        <ol className="list-decimal space-y-3 pl-5 text-dense marker:text-muted">
          {newest ? (
            <li className="space-y-2">
              <p>Copy this URL. Treat it like a password: who knows it can add recordings.</p>
              <WebhookUrl
                secretId={newest.id}
                secretName={newest.name}
                urlStart={urlStart}
                reveal={reveal}
              />
            </li>
          ) : null}
          <li>
            Open the calling service’s dashboard, go to <b>Settings &gt; Webhooks</b>, and register
            it there.
          </li>
          <li>
            Let one call happen, or wait for the next. Test calls are not sent: it has to be a real
            one.
          </li>
        </ol>
        <p className="mt-4 text-dense text-muted">
          No call at hand?{" "}
          <Link href="/settings/webhooks/rehearsal" className="text-accent hover:underline">
            Start a test run
          </Link>
          , which sends made-up calls to this webhook and removes them again.
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
  const { requests } = wrong;
  return (
    <Callout
      variant="warn"
      title={`${requests.toLocaleString("en")} ${requests === 1 ? "request" : "requests"} with a wrong secret in the last hour`}
    >
      Requests reach Earshot, but with a different secret than the one below. Compare the two letter
      by letter in the service’s dashboard, or copy this one again. What was refused is lost.
    </Callout>
  );
}
