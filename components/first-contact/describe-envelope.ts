import type { EnvelopeView } from "@/lib/intake/first-contact/views";

/** The form of a body, in a sentence. */
export function describeEnvelope({ kind, path }: EnvelopeView): string {
  if (kind === "json-api") return `JSON:API; the fields stand in “${path}”`;
  if (kind === "flat") return "Flat; the fields stand at the top of the body";
  return `Wrapped; the fields stand in “${path}”`;
}
