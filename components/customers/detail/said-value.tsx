import Link from "next/link";
import { countFormat } from "@/components/format/count-format";
import { formatPhoneNumber } from "@/components/format/format-phone-number";
import { Instant } from "@/components/format/instant";
import { recordingHref } from "@/components/recordings/recording-href";
import type { CallPointView, SaidValueView } from "@/lib/customers/views";
import { cutText } from "@/lib/recordings/record/cut-text";

type SaidValueProps = { said: SaidValueView; isPhoneNumber: boolean; timeZone: string };

/** A value, how many calls say it, and the way to the first and the last of them. */
export function SaidValue({ said, isPhoneNumber, timeZone }: SaidValueProps) {
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
