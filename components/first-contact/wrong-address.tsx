import { Callout } from "@/components/ui/page/callout";
import type { WrongSecretsView } from "@/lib/intake/secrets/views";

/** The usual fault: something knocks, under an address that isn't the one to register. */
export function WrongAddress({ wrong }: { wrong: WrongSecretsView }) {
  const { requests } = wrong;
  return (
    <Callout
      mood="warn"
      title={`${requests.toLocaleString("en")} ${requests === 1 ? "request" : "requests"} with a wrong secret in the last hour`}
    >
      Something reaches Earshot, with a URL that ends otherwise than the one below. Compare the two
      letter by letter in the service’s dashboard, or copy this one again. What was refused is lost.
    </Callout>
  );
}
