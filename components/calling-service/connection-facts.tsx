import { formatFull } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { StatusBadge } from "@/components/ui/badge";
import { Code, Description, DescriptionList } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import type { Tone } from "@/components/ui/tone";
import type { ConnectionView } from "@/lib/calling-service/connection";
import { texts } from "@/lib/language/texts";

type ConnectionFactsProps = { connection: ConnectionView; timeZone: string };

/** Whether the connection works, until when, and what went wrong last. */
export function ConnectionFacts({ connection, timeZone }: ConnectionFactsProps) {
  const { state, serviceOrigin, tokenExpiresAt, obtainedAt, lastFailure } = connection;
  const t = callingServiceTexts();
  return (
    <DescriptionList>
      <Description term={t.state}>
        <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>
      </Description>
      <Description term={t.address}>
        <Code>{serviceOrigin}</Code>
      </Description>
      <Description term={t.token}>
        {tokenExpiresAt ? t.goodUntil(formatFull(tokenExpiresAt, timeZone)) : t.noToken}
      </Description>
      <Description term={t.lastToken}>
        {obtainedAt ? formatFull(obtainedAt, timeZone) : t.noneSinceStart}
      </Description>
      <Description term={t.lastFailure}>
        {lastFailure ? (
          <>
            <p>{lastFailure.message}</p>
            <p className="text-muted">
              {lastFailure.retryAt
                ? t.triedAgain(
                    formatFull(lastFailure.at, timeZone),
                    formatFull(lastFailure.retryAt, timeZone),
                  )
                : t.workedSince(formatFull(lastFailure.at, timeZone))}
            </p>
          </>
        ) : (
          t.noFailure
        )}
      </Description>
    </DescriptionList>
  );
}

const tones: Record<ConnectionView["state"], Tone> = {
  "never-tried": "grey",
  working: "green",
  failing: "red",
};

/** What to set before audio can be fetched with a token. */
export function NotConfigured() {
  const t = callingServiceTexts();
  return (
    <Section title={t.notConnected} description={t.notConnectedText}>
      <p className="pb-3 text-dense">{fillText(t.setThese, { file: <Code>.env</Code> })}</p>
      <DescriptionList>
        <Description term="CALLING_SERVICE_URL">
          {fillText(t.urlText, { example: <Code>https://calling-service.example.com</Code> })}
        </Description>
        <Description term="CALLING_SERVICE_API_KEY">{t.keyText}</Description>
        <Description term="CALLING_SERVICE_TIME_ZONE">
          {fillText(t.timeZoneText, { example: <Code>Europe/Berlin</Code> })}
        </Description>
      </DescriptionList>
    </Section>
  );
}

export const callingServiceTexts = texts("callingService", {
  state: "State",
  states: { "never-tried": "Not tried yet", working: "Working", failing: "Failing" },
  address: "Address",
  token: "Token",
  goodUntil: (at: string) => `Valid until ${at}; renewed when needed`,
  noToken: "None yet; fetched when needed",
  lastToken: "Last token",
  noneSinceStart: "None since Earshot started",
  lastFailure: "Last failure",
  triedAgain: (at: string, from: string) => `${at}; retried when needed, from ${from}`,
  workedSince: (at: string) => `${at}; working since then`,
  noFailure: "None since Earshot started",
  test: "Test connection",
  testing: "Testing…",
  works: "The connection works",
  doesNotWork: "The connection doesn’t work",
  notConnected: "Not connected",
  notConnectedText: "Recordings still arrive, but protected audio can’t be played yet.",
  setThese: "Set these in the environment or in {file}, then restart Earshot.",
  urlText: "The service’s address, such as {example}",
  keyText: "The account’s API key. It stays on the server.",
  timeZoneText: "Optional: the time zone for timestamps without one, such as {example}",
});
