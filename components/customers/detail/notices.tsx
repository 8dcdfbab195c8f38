import { ChevronRight, TriangleAlert, UsersRound } from "lucide-react";
import Link from "next/link";
import { customerHref } from "@/components/customers/customers-href";
import { ShortInstant } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { formatPhoneNumber } from "@/components/format/phone-number";
import { recordingHref } from "@/components/recordings/recording-href";
import { Badge } from "@/components/ui/badge";
import type {
  CallPointView,
  ContradictionView,
  MatchView,
  PersonView,
  SaidValueView,
} from "@/lib/customers/views";
import { cutText } from "@/lib/list/cut-text";

type ContradictionsProps = {
  person: PersonView;
  contradictions: ContradictionView[];
  timeZone: string;
};

/** What calls of this person disagree about, folded: each value, and the calls that say it. */
export function Contradictions({ person, contradictions, timeZone }: ContradictionsProps) {
  if (!person.isContradictory) return null;
  const fields = contradictions.map(({ field }) => labels[field].toLowerCase()).join(", ");
  const count = contradictions.length;
  const heading = (
    <h2 className="flex min-w-0 items-center gap-2 font-semibold text-sm text-warn">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {count === 0 ? "Contradictions" : count === 1 ? "1 contradiction" : `${count} contradictions`}
    </h2>
  );
  return (
    <section
      aria-label="Contradictions"
      className="rounded-lg border border-warn/25 bg-warn-soft px-4 py-2.5 text-dense"
    >
      {count === 0 ? (
        <>
          {heading}
          <p>
            Older calls of this customer disagree with newer ones. Look through them in the
            recordings.
          </p>
        </>
      ) : (
        <details className="group/contradictions">
          <summary className="flex list-none items-center gap-x-2 rounded [&::-webkit-details-marker]:hidden">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              {heading}
              <span>{fields}</span>
            </span>
            <ChevronRight
              aria-hidden
              className="ml-auto size-4 shrink-0 group-open/contradictions:rotate-90 print:hidden"
            />
          </summary>
          <p className="mt-1">
            Listen to these calls, then correct the wrong details in the calling service.
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
        </details>
      )}
    </section>
  );
}

const labels: Record<ContradictionView["field"], string> = {
  name: "Name",
  phoneNumber: "Phone number",
  phoneNumberCorrect: "Phone number correct",
  email: "Email",
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
      <ShortInstant at={call.createdAt} timeZone={timeZone} />
    </Link>
  );
}

/** Others who may be the same person. Nothing is ever merged. */
export function Matches({ matches }: { matches: MatchView[] }) {
  if (matches.length === 0) return null;
  return (
    <section
      aria-labelledby="matches"
      className="rounded-lg border border-info/25 bg-info-soft px-4 py-3 text-dense"
    >
      <h2 id="matches" className="flex items-center gap-2 font-semibold text-info text-sm">
        <UsersRound aria-hidden className="size-4 shrink-0" />
        Probably the same person
      </h2>
      <p className="mt-0.5">
        {matches.length === 1 ? "Another customer has" : "Other customers have"} the same phone
        number. They stay apart here; compare their calls.
      </p>
      <ul className="mt-2 space-y-1">
        {matches.map((match) => (
          <li key={match.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <Link
              href={customerHref(match.id)}
              prefetch={false}
              className="wrap-anywhere font-medium underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              <bdi>{match.name || "No name"}</bdi>
            </Link>
            <bdi className="tabular-nums">{match.phoneNumber}</bdi>
            {match.email ? <span className="wrap-anywhere">{match.email}</span> : null}
            <span className="tabular-nums">
              {countFormat.format(match.calls)} {match.calls === 1 ? "call" : "calls"}
            </span>
            {match.isSameName ? <Badge>Same name</Badge> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
