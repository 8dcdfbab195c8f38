import { Callout } from "@/components/ui/page/callout";
import type { WrongSecretsView } from "@/lib/intake/secrets/views";

/** Requests that were refused: a guesser, or a sender who has an old URL. */
export function WrongSecrets({ wrong }: { wrong: WrongSecretsView }) {
  const requests = count(wrong.requests, "request", "requests");
  const addresses = count(wrong.addresses, "address", "addresses");
  return (
    <Callout
      mood="warn"
      title={`${requests} with a wrong secret in the last hour, from ${wrong.areMoreAddresses ? "more than " : ""}${addresses}`}
    >
      All were refused and nothing of them was kept. The log names the first of each minute.
    </Callout>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
