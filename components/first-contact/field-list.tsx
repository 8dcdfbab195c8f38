import { Code } from "@/components/ui/page/code";
import { Section } from "@/components/ui/page/section";
import { Badge } from "@/components/ui/tone/badge";
import type { Mood } from "@/components/ui/tone/mood";
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
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[18.5rem_minmax(0,1fr)_auto]">
      <p>
        <Code>{name}</Code>
      </p>
      <div className="wrap-anywhere col-span-2 row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
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
        <p className="text-faint text-xs">{from === null ? "Not in the body" : <>from {from}</>}</p>
      </div>
      <p>
        <Badge mood={mood}>{label}</Badge>
      </p>
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
