import { UsersRound } from "lucide-react";
import Link from "next/link";
import { customerHref } from "@/components/customers/customers-href";
import { countFormat } from "@/components/format/numbers";
import { Badge } from "@/components/ui/badge";
import type { MatchView } from "@/lib/customers/views";

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
