import { Code } from "@/components/ui/page/code";
import type { ExtraChangeView } from "@/lib/recordings/detail/views";
import { ChangedText } from "./changed-text";

/** What became of a field that Earshot doesn't know, as JSON. */
export function ExtraChange({ change: { before, after } }: { change: ExtraChangeView }) {
  return (
    <Code>
      <ChangedText before={before} after={after} none="absent" />
    </Code>
  );
}
