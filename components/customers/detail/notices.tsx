import { ChevronRight, TriangleAlert, UsersRound } from "lucide-react";
import { customersDetailTexts } from "@/components/customers/texts.en";
import { ShortInstant } from "@/components/format/dates";
import { formatPhoneNumber } from "@/components/format/phone-number";
import { fillText, yesOrNo } from "@/components/format/text";
import { Badge } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/controls/text-link";
import type { CustomerDetailView, MatchView } from "@/lib/customers/views";
import { customerHref, recordingHref } from "@/lib/list/id-segment";
import { cutText } from "@/lib/list/list-page";
import type {
  CallPointView,
  ContradictionField,
  ContradictionView,
  SaidValueView,
} from "@/lib/recordings/views/views";

type ContradictionsProps = {
  customer: CustomerDetailView;
  contradictions: ContradictionView[];
  timeZone: string;
};

/** What calls of this customer disagree about, folded: each value, and the calls that say it. */
export function Contradictions({ customer, contradictions, timeZone }: ContradictionsProps) {
  // What is kept of a customer is a moment behind their calls.
  if (!customer.isContradictory && contradictions.length === 0) return null;
  const t = customersDetailTexts().contradictions;
  const fields = contradictions.map(({ field }) => t.among(t.fields[field])).join(", ");
  const count = contradictions.length;
  const heading = (
    <h2 className="flex min-w-0 items-center gap-2 font-semibold text-sm text-warn">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {count === 0 ? t.title : t.count(count)}
    </h2>
  );
  return (
    <section
      aria-label={t.title}
      className="rounded-lg border border-warn/25 bg-warn-soft px-4 py-2.5 text-dense"
    >
      {count === 0 ? (
        <>
          {heading}
          <p>{t.older}</p>
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
          <p className="mt-1">{t.listen}</p>
          <dl className="mt-3 grid empty:hidden gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
            {contradictions.map(({ field, values, more }) => (
              <div key={field} className="contents">
                <dt className="font-medium">{t.fields[field]}</dt>
                <dd className="min-w-0 space-y-1 max-sm:-mt-2">
                  <ul className="space-y-1">
                    {values.map((said) => (
                      <SaidValue
                        key={said.last.id + said.value}
                        said={said}
                        field={field}
                        timeZone={timeZone}
                      />
                    ))}
                  </ul>
                  {more > 0 ? <p className="text-muted">{t.moreValues(more)}</p> : null}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

type SaidValueProps = { said: SaidValueView; field: ContradictionField; timeZone: string };

/** A value, how many calls say it, and the way to the first and the last of them. */
function SaidValue({ said, field, timeZone }: SaidValueProps) {
  const t = customersDetailTexts().contradictions;
  const { value, calls, first, last } = said;
  const [beginning, rest] = cutText(formats[field]?.(value) ?? value, maxLength);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <bdi className="wrap-anywhere font-medium tabular-nums">
        {beginning}
        {rest ? "…" : null}
      </bdi>
      <span>
        {fillText(calls === 1 ? t.inOne : t.inSeveral(calls), {
          first: <CallLink call={first} timeZone={timeZone} />,
          last: <CallLink call={last} timeZone={timeZone} />,
        })}
      </span>
    </li>
  );
}

const formats: Partial<Record<ContradictionField, (value: string) => string>> = {
  phoneNumber: formatPhoneNumber,
  phoneNumberCorrect: (value) => yesOrNo(value === "true"),
};
const maxLength = 120;

function CallLink({ call, timeZone }: { call: CallPointView; timeZone: string }) {
  return (
    <TextLink href={recordingHref(call.id)}>
      <ShortInstant at={call.createdAt} timeZone={timeZone} />
    </TextLink>
  );
}

/** Others who may be the same person. Nothing is ever merged. */
export function Matches({ matches }: { matches: MatchView[] }) {
  if (matches.length === 0) return null;
  const { calls, matches: t } = customersDetailTexts();
  return (
    <section
      aria-labelledby="matches"
      className="rounded-lg border border-info/25 bg-info-soft px-4 py-3 text-dense"
    >
      <h2 id="matches" className="flex items-center gap-2 font-semibold text-info text-sm">
        <UsersRound aria-hidden className="size-4 shrink-0" />
        {t.title}
      </h2>
      <p className="mt-0.5">{t.text(matches.length)}</p>
      <ul className="mt-2 space-y-1">
        {matches.map((match) => (
          <li key={match.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <TextLink href={customerHref(match.id)} className="wrap-anywhere font-medium">
              <bdi>{match.name || t.noName}</bdi>
            </TextLink>
            <bdi className="tabular-nums">{formatPhoneNumber(match.phoneNumber)}</bdi>
            {match.email ? <span className="wrap-anywhere">{match.email}</span> : null}
            <span className="tabular-nums">{calls(match.calls)}</span>
            {match.isSameName ? <Badge>{t.sameName}</Badge> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
