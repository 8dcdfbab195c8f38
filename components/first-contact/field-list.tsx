import { fillText } from "@/components/format/fill-text";
import { wordRemark } from "@/components/format/word-remark";
import { Badge } from "@/components/ui/badge";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { Variant } from "@/components/ui/tone";
import type { FieldReadingView } from "@/lib/intake/views/views";
import type { ExtraView } from "@/lib/recordings/views/views";
import { firstContactTexts } from "./texts.en";

/** Each field of the interface: what was read, and from which key. */
export function FieldList({ fields }: { fields: FieldReadingView[] }) {
  const t = firstContactTexts();
  return (
    <Section title={t.fieldByField} description={t.fieldsText}>
      <ul aria-label={t.fields} className="-my-2 divide-y divide-line text-dense">
        {fields.map((field) => (
          <FieldItem key={field.name} field={field} />
        ))}
      </ul>
    </Section>
  );
}

function FieldItem({ field }: { field: FieldReadingView }) {
  const { name, state, value, from, given, remarks } = field;
  const t = firstContactTexts();
  const isTaken = given !== null && value !== null && given !== value && given !== `"${value}"`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[18.5rem_minmax(0,1fr)_auto]">
      <p>
        <Code>{name}</Code>
      </p>
      <div className="wrap-anywhere col-span-2 row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        <p>
          {value === "" ? <span className="text-faint">{t.empty}</span> : null}
          {value === null ? <Unread given={given} state={state} /> : <bdi>{value}</bdi>}
        </p>
        {isTaken ? (
          <p className="text-muted text-xs">
            {fillText(t.cameAs, { given: <Code>{given}</Code> })}
          </p>
        ) : null}
        {remarks.map((remark) => (
          <p key={remark} className={state === "wrong" ? "text-bad" : "text-warn"}>
            {t.remark(wordRemark(remark))}
          </p>
        ))}
        <p className="text-faint text-xs">{from === null ? t.notInBody : t.from(from)}</p>
      </div>
      <p>
        <Badge variant={variants[state]}>{t.states[state]}</Badge>
      </p>
    </li>
  );
}

function Unread({ given, state }: Pick<FieldReadingView, "given" | "state">) {
  const isHeldBack = given !== null && given !== "null";
  if (isHeldBack) return <Code>{given}</Code>;
  const t = firstContactTexts();
  return <span className="text-faint">{state === "wrong" ? t.nothing : t.none}</span>;
}

const variants: Record<FieldReadingView["state"], Variant> = {
  read: "good",
  noted: "warn",
  wrong: "bad",
};

/** What came beyond the interface: nothing of it is thrown away. */
export function KeptKeys({ extra, more }: { extra: ExtraView[]; more: number }) {
  const t = firstContactTexts();
  return (
    <Section title={t.otherKeys} description={t.otherKeysText}>
      {extra.length === 0 ? (
        <p className="text-dense text-muted">{t.thereWereNone}</p>
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
      {more > 0 ? <p className="mt-3 text-dense text-muted">{t.moreKeys(more)}</p> : null}
    </Section>
  );
}
