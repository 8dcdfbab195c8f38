import { TriangleAlert } from "lucide-react";
import type { ContradictionView, PersonView } from "@/lib/customers/views";
import { SaidValue } from "./said-value";

type ContradictionsProps = {
  person: PersonView;
  contradictions: ContradictionView[];
  timeZone: string;
};

/** What calls of this person disagree about: each value, and the calls that say it. */
export function Contradictions({ person, contradictions, timeZone }: ContradictionsProps) {
  if (!person.isContradictory) return null;
  return (
    <section
      aria-labelledby="contradictions"
      className="rounded-lg border border-warn/25 bg-warn-soft px-4 py-3 text-dense"
    >
      <h2 id="contradictions" className="flex items-center gap-2 font-semibold text-sm text-warn">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        Contradictions
      </h2>
      <p className="mt-0.5">
        {contradictions.length > 0
          ? "Calls of this customer disagree. Listen to them, and have the wrong one corrected in the calling service."
          : "Older calls of this customer disagree with newer ones. Look through them in the recordings."}
      </p>
      <dl className="mt-3 grid empty:hidden gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {contradictions.map(({ field, values, more }) => (
          <div key={field} className="contents">
            <dt className="font-medium">{labels[field]}</dt>
            <dd className="min-w-0 space-y-1 max-sm:-mt-2">
              <ul className="space-y-1">
                {values.map((said) => (
                  <SaidValue
                    key={said.last.id + said.value}
                    said={said}
                    isPhoneNumber={field === "phoneNumber"}
                    timeZone={timeZone}
                  />
                ))}
              </ul>
              {more > 0 ? <p className="text-muted">And {more} other values.</p> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const labels: Record<ContradictionView["field"], string> = {
  name: "Name",
  phoneNumber: "Phone number",
  phoneNumberCorrect: "Phone number correct",
  email: "E-mail",
  gender: "Gender",
};
