import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Instant } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { formatPhoneNumber } from "@/components/format/phone-number";
import { recordingHref } from "@/components/recordings/recording-href";
import type {
  CallPointView,
  ContradictionView,
  PersonView,
  SaidValueView,
} from "@/lib/customers/views";
import { cutText } from "@/lib/list/cut-text";

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
          ? "Calls report conflicting details for this customer. Listen to them, then correct the wrong ones in the calling service."
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

type SaidValueProps = { said: SaidValueView; isPhoneNumber: boolean; timeZone: string };

/** A value, how many calls say it, and the way to the first and the last of them. */
function SaidValue({ said, isPhoneNumber, timeZone }: SaidValueProps) {
  const { value, calls, first, last } = said;
  const [beginning, rest] = cutText(isPhoneNumber ? formatPhoneNumber(value) : value, maxLength);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <bdi className="wrap-anywhere font-medium tabular-nums">
        {beginning}
        {rest ? "…" : null}
      </bdi>
      <span>
        {calls === 1 ? (
          <>
            in one call, <CallLink call={last} timeZone={timeZone} />
          </>
        ) : (
          <>
            in {countFormat.format(calls)} calls, from <CallLink call={first} timeZone={timeZone} />{" "}
            to <CallLink call={last} timeZone={timeZone} />
          </>
        )}
      </span>
    </li>
  );
}

const maxLength = 120;

function CallLink({ call, timeZone }: { call: CallPointView; timeZone: string }) {
  return (
    <Link
      href={recordingHref(call.id)}
      prefetch={false}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      <Instant at={call.createdAt} timeZone={timeZone} />
    </Link>
  );
}
