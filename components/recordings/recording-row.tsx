"use client";

import { FileText } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { hasRoomBeside } from "@/components/call/has-room-beside";
import { useOpenCall } from "@/components/call/open-call-context";
import { classNames } from "@/components/ui/class-names";
import { NamedValue } from "@/components/vocabulary/named-value";
import { MarkedPhoneNumber } from "./marked-phone-number";
import { recordingHref } from "./recording-href";
import type { RowFace } from "./to-row-face";

type RecordingRowProps = {
  row: RowFace;
  /** How often it became another while it was shown. */
  changeCount: number;
};

/** One call. The link on its customer's name covers the whole row. */
export function RecordingRow({ row, changeCount }: RecordingRowProps) {
  const { id: openId, open } = useOpenCall();
  const isByEnter = useRef(false);
  const isOpen = openId === row.id;
  return (
    <tr
      className={classNames(
        rowStyle,
        isOpen ? "bg-accent-soft" : "focus-within:bg-hover hover:bg-hover",
        toChangeStyle(changeCount),
      )}
    >
      <td
        className={classNames(
          cell,
          "order-2 col-span-2 text-right @min-[40rem]:order-4 @5xl:pl-6 @5xl:text-left",
        )}
      >
        <time dateTime={row.createdAt} title={row.fullTime} className="tabular-nums">
          <span className="text-muted">{row.day}</span> {row.time}
        </time>
      </td>
      <td className={classNames(cell, "order-1")}>
        <Link
          href={recordingHref(row.id)}
          prefetch={false}
          title={row.named}
          aria-current={isOpen ? "true" : undefined}
          onNavigate={(event) => {
            if (!hasRoomBeside()) return;
            event.preventDefault();
            open(row.id, { takesFocus: isByEnter.current });
          }}
          onKeyDown={({ key }) => {
            isByEnter.current = key === "Enter";
          }}
          onPointerDown={() => {
            isByEnter.current = false;
          }}
          className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          <bdi>{row.customerName}</bdi>
        </Link>
      </td>
      <td className={classNames(cell, "order-6 @min-[40rem]:order-5")}>
        <MarkedPhoneNumber isCorrect={row.isPhoneNumberCorrect}>
          {row.phoneNumber}
        </MarkedPhoneNumber>
      </td>
      <td
        className={classNames(
          cell,
          "order-7 col-span-2 max-w-[45vw] text-right @min-[40rem]:order-3 @min-[40rem]:col-span-1 @min-[40rem]:max-w-none @min-[40rem]:text-left",
        )}
      >
        {row.campaign === null ? (
          <span className="text-faint">No campaign</span>
        ) : (
          <NamedValue label={row.campaign} raw={row.campaignRaw} tone={row.campaignTone} />
        )}
      </td>
      <td className={classNames(cell, "order-3 @min-[40rem]:order-2")}>
        <NamedValue label={row.status} raw={row.statusRaw} tone={row.tone} />
      </td>
      <td className={classNames(cell, "order-5 text-right tabular-nums @min-[40rem]:order-8")}>
        {row.minutesUsed}
        <span className="text-muted @5xl:sr-only"> min</span>
      </td>
      <td className={classNames(cell, "order-4 text-right @min-[40rem]:order-7 @5xl:text-left")}>
        {row.hasTranscript ? (
          <>
            <FileText aria-hidden className="inline size-4 text-muted" />
            <span className="sr-only">Has a transcript</span>
          </>
        ) : (
          <span className="sr-only">No transcript</span>
        )}
      </td>
      <td
        className={classNames(
          cell,
          "order-8 col-span-3 text-muted @min-[40rem]:order-6 @min-[40rem]:col-span-2 @5xl:pr-6",
        )}
      >
        {row.summaryBeginning}
      </td>
    </tr>
  );
}

/** A row of the table where it is wide, a card of four lines on a phone, of two in between. */
const rowStyle = classNames(
  "relative grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-3 gap-y-0.5 border-line border-b px-4 py-3",
  "transition-colors",
  "@min-[40rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_auto_auto] @min-[40rem]:px-6 @5xl:table-row",
  // Below the bar or the head that stays while the list scrolls.
  "scroll-mt-14 scroll-mb-2 lg:scroll-mt-2 @5xl:scroll-mt-10",
);

/** Two names of one animation: each change runs it anew. */
function toChangeStyle(changeCount: number): string | null {
  if (changeCount === 0) return null;
  return changeCount % 2 === 1 ? "animate-changed" : "animate-changed-again";
}

const cell = "min-w-0 truncate @5xl:h-10 @5xl:border-line @5xl:border-b @5xl:px-3";
