import { formatFull } from "@/components/format/dates";
import { StatusBadge } from "@/components/ui/badge";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import type { Tone } from "@/components/ui/tone";
import type { ConnectionView } from "@/lib/calling-service/views";

type ConnectionFactsProps = { connection: ConnectionView; timeZone: string };

/** Whether the connection works, until when, and what went wrong last. */
export function ConnectionFacts({ connection, timeZone }: ConnectionFactsProps) {
  const { state, serviceOrigin, tokenExpiresAt, obtainedAt, lastFailure } = connection;
  const { tone, word } = states[state];
  return (
    <DescriptionList>
      <Description term="State">
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </Description>
      <Description term="Address">
        <Code>{serviceOrigin}</Code>
      </Description>
      <Description term="Token">
        {tokenExpiresAt ? (
          <>Good until {formatFull(tokenExpiresAt, timeZone)}; renewed before then</>
        ) : (
          "None held; one is fetched when it is needed"
        )}
      </Description>
      <Description term="Last token">
        {obtainedAt ? formatFull(obtainedAt, timeZone) : "None since Earshot was started"}
      </Description>
      <Description term="Last failure">
        {lastFailure ? (
          <>
            <p>{lastFailure.message}</p>
            <p className="text-muted">
              {formatFull(lastFailure.at, timeZone)}
              {lastFailure.retryAt
                ? `; tried again when needed, from ${formatFull(lastFailure.retryAt, timeZone)} on`
                : "; since then it has worked"}
            </p>
          </>
        ) : (
          "None since Earshot was started"
        )}
      </Description>
    </DescriptionList>
  );
}

const states: Record<ConnectionView["state"], { tone: Tone; word: string }> = {
  "never-tried": { tone: "grey", word: "Not tried yet" },
  working: { tone: "green", word: "Working" },
  failing: { tone: "red", word: "Failing" },
};
