import { Badge } from "@/components/ui/badge";
import { Code } from "@/components/ui/code";
import type { Mood } from "@/components/ui/mood";
import { Section } from "@/components/ui/section";
import type { FieldReadingView } from "@/lib/intake/first-contact/views";

/** Each field of the interface: what was read, and from which key. */
export function FieldList({ fields }: { fields: FieldReadingView[] }) {
  return (
    <Section
      title="Field by field"
      description="What the calling service documents, and what came."
    >
      <ul aria-label="Fields" className="-my-2 divide-y divide-line text-dense">
        {fields.map((field) => (
          <FieldItem key={field.name} field={field} />
        ))}
      </ul>
    </Section>
  );
}

function FieldItem({ field }: { field: FieldReadingView }) {
  const { name, state, value, from, given, remarks } = field;
  const { label, mood } = states[state];
  const isTaken = given !== null && value !== null && given !== value && given !== `"${value}"`;
  return (
    <li className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[15rem_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <Code>{name}</Code>
        <p className="wrap-anywhere text-faint text-xs">
          {from === null ? "Not in the body" : from === name ? null : `from ${from}`}
        </p>
      </div>
      <div className="wrap-anywhere min-w-0">
        <p>
          {value === "" ? <span className="text-faint">Empty</span> : null}
          {value ?? <Unread given={given} state={state} />}
        </p>
        {isTaken ? (
          <p className="text-muted text-xs">
            It came as <Code>{given}</Code>
          </p>
        ) : null}
        {remarks.map((remark) => (
          <p key={remark} className={state === "wrong" ? "text-bad" : "text-warn"}>
            It {remark}.
          </p>
        ))}
      </div>
      <div>
        <Badge mood={mood}>{label}</Badge>
      </div>
    </li>
  );
}

function Unread({ given, state }: Pick<FieldReadingView, "given" | "state">) {
  const isHeldBack = given !== null && given !== "null";
  if (isHeldBack) return <Code>{given}</Code>;
  return <span className="text-faint">{state === "wrong" ? "Nothing" : "None"}</span>;
}

const states: Record<FieldReadingView["state"], { label: string; mood: Mood }> = {
  read: { label: "Read", mood: "good" },
  noted: { label: "Notice", mood: "warn" },
  wrong: { label: "Problem", mood: "bad" },
};
