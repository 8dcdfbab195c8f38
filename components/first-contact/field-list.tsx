import { countFormat } from "@/components/format/numbers";
import { Badge } from "@/components/ui/badge";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { Variant } from "@/components/ui/tone";
import type { FieldReadingView } from "@/lib/intake/views/views";
import type { ExtraView } from "@/lib/recordings/views/views";

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
  const { label, variant } = states[state];
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
        <Badge variant={variant}>{label}</Badge>
      </p>
    </li>
  );
}

function Unread({ given, state }: Pick<FieldReadingView, "given" | "state">) {
  const isHeldBack = given !== null && given !== "null";
  if (isHeldBack) return <Code>{given}</Code>;
  return <span className="text-faint">{state === "wrong" ? "Nothing" : "None"}</span>;
}

const states: Record<FieldReadingView["state"], { label: string; variant: Variant }> = {
  read: { label: "Read", variant: "good" },
  noted: { label: "Notice", variant: "warn" },
  wrong: { label: "Problem", variant: "bad" },
};

/** What came beyond the interface: nothing of it is thrown away. */
export function KeptKeys({ extra, more }: { extra: ExtraView[]; more: number }) {
  return (
    <Section
      title="Other keys"
      description="Not in the documented interface. They are kept and shown with the recording."
    >
      {extra.length === 0 ? (
        <p className="text-dense text-muted">There were none.</p>
      ) : (
        <DescriptionList>
          {extra.map(({ path, json }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two long paths may begin alike
            <Description key={index} term={path}>
              <Code>{json}</Code>
            </Description>
          ))}
        </DescriptionList>
      )}
      {more > 0 ? (
        <p className="mt-3 text-dense text-muted">And {countFormat.format(more)} more keys.</p>
      ) : null}
    </Section>
  );
}
