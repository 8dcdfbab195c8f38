import Link from "next/link";
import { StatusBadge } from "@/components/ui/status-badge";
import type { RecordingView } from "@/lib/recordings/views";
import { customerHref } from "../customers/customers-href";
import { BackToList } from "./back-to-list";
import { formatFull } from "./format-instant";
import { PhoneNumber } from "./phone-number";
import { toStatusTone } from "./status-tone";

type RecordingHeaderProps = { recording: RecordingView; title: string; timeZone: string };

/** Whose call it was, and what one asks first. */
export function RecordingHeader({ recording, title, timeZone }: RecordingHeaderProps) {
  const { customer, status, createdAt, minutesUsed } = recording;
  return (
    <header>
      <BackToList />
      <h1 className="wrap-anywhere mt-2 font-semibold text-2xl tracking-tight">
        <Link
          href={customerHref(customer.id)}
          prefetch={false}
          className="decoration-line-strong decoration-2 underline-offset-4 hover:underline"
        >
          {title}
        </Link>
      </h1>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
        <span className="min-w-0 max-w-full text-text">
          <StatusBadge tone={toStatusTone(status)}>{status}</StatusBadge>
        </span>
        <time dateTime={createdAt} className="tabular-nums">
          {formatFull(createdAt, timeZone)}
        </time>
        <span className="tabular-nums">
          {minutesUsed} {minutesUsed === 1 ? "minute" : "minutes"}
        </span>
        <PhoneNumber phoneNumber={customer.phoneNumber} isCorrect={customer.isPhoneNumberCorrect} />
      </div>
    </header>
  );
}
