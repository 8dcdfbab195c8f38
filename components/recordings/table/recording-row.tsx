"use client";

import { CircleDashed } from "lucide-react";
import { memo } from "react";
import { describeIncomplete, MarkedPhoneNumber, MarkedText } from "@/components/format/text";
import { recordingHref } from "@/components/recordings/recording-href";
import { callLink, momentLink } from "@/components/recordings/state/use-open-row";
import { classNames } from "@/components/ui/class-names";
import { NamedValue } from "@/components/vocabulary/values";
import {
  type ColumnChoice,
  type ExtraColumn,
  type UsualColumn,
  usualColumns,
} from "@/lib/recordings/filter/list-columns";
import { PlayButton } from "./play-button";
import type { RowViewModel } from "./row-view-model";
import { recordingsTableTexts } from "./texts.en";
import { TimeAgo } from "./time-ago";

type RecordingRowProps = {
  row: RowViewModel;
  /** Its place in the table, of which not all rows are in the document. */
  rowIndex: number;
  columns: ColumnChoice;
  /** Before `useRowKeys` leaves Tab one row alone; without scripts it finds all. */
  tabIndex: -1 | undefined;
  /** How often it became another while it was shown. */
  changeCount: number;
  /** What stands above it. */
  heading: string | undefined;
  areTimesRelative: boolean;
  isOpen: boolean;
  isSelected: boolean;
};

/** One call. The link on its customer's name covers the whole row; the table hears its clicks. */
export const RecordingRow = memo(function RecordingRow(props: RecordingRowProps) {
  "use no memo";
  const { row, rowIndex, columns, changeCount, heading, areTimesRelative } = props;
  const { isOpen, isSelected, tabIndex } = props;
  const t = recordingsTableTexts();
  // Without a summary the last column has the room that is left.
  const spare = columns.includes("summary") ? null : columns.at(-1);
  const link = (
    <a
      href={recordingHref(row.id)}
      tabIndex={tabIndex}
      title={row.named}
      aria-current={isOpen ? "true" : undefined}
      className={callLink}
    >
      <MarkedText text={row.customerName} parts={row.marks?.customer} />
    </a>
  );
  return (
    <tr
      data-id={row.id}
      data-heading={heading}
      aria-rowindex={rowIndex}
      className={classNames(
        "call-row group/row",
        isOpen || isSelected ? "bg-accent-soft" : "focus-within:bg-hover hover:bg-hover",
        toChangeStyle(changeCount),
      )}
    >
      <td className="call-margin">
        <SelectBox label={t.select(row.customerName)} isChecked={isSelected} tabIndex={tabIndex} />
      </td>
      {columns.map((column) =>
        isUsual(column) ? (
          <td key={column} dir={toDirection(column)} className={`call-cell call-${column}`}>
            {column === "customer" ? (
              <>
                <IncompleteMark problemCount={row.problemCount} />
                {link}
                {row.canPlay ? <PlayButton id={row.id} title={row.customerName} /> : null}
                {columns.includes("has_transcript") ? null : markAudio(row)}
              </>
            ) : (
              usualCells[column](row, areTimesRelative)
            )}
            {column === spare ? tellBeside(row) : null}
          </td>
        ) : (
          <td key={column} className={`call-cell call-${column} hidden xl:block`}>
            {formatMore(row, column)}
            {column === spare ? tellBeside(row) : null}
          </td>
        ),
      )}
      {usualColumns.map((column) =>
        column === "customer" || columns.includes(column) ? null : (
          <td
            key={column}
            dir={toDirection(column)}
            className={`call-cell call-${column} xl:hidden`}
          >
            {usualCells[column](row, areTimesRelative)}
          </td>
        ),
      )}
    </tr>
  );
});

function isUsual(column: UsualColumn | ExtraColumn): column is UsualColumn {
  return usualColumns.some((usual) => usual === column);
}

/** What people wrote is cut at its own end, not at the left or the right. */
function toDirection(column: UsualColumn): "auto" | undefined {
  return column === "customer" || column === "summary" ? "auto" : undefined;
}

/** Two names of one animation: each change runs it anew. */
function toChangeStyle(changeCount: number): string | null {
  if (changeCount === 0) return null;
  return changeCount % 2 === 1 ? "animate-changed" : "animate-changed-again";
}

function notKnown(): React.ReactNode {
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">{recordingsTableTexts().notKnown}</span>
    </span>
  );
}

/** What the usual columns say of a call; the customer's name is a link, which the row brings. */
const usualCells: Record<
  Exclude<UsualColumn, "customer">,
  (row: RowViewModel, areTimesRelative: boolean) => React.ReactNode
> = {
  created_at: (row, areTimesRelative) => (
    <time
      dateTime={row.createdAt}
      title={row.fullTime}
      className={row.isOfArrival ? "call-arrival tabular-nums" : "tabular-nums"}
    >
      {areTimesRelative ? (
        <TimeAgo row={row} />
      ) : (
        <>
          <span className="text-muted">{row.day}</span> {row.time}
        </>
      )}
      {row.isOfArrival ? (
        <span className="sr-only">{` ${recordingsTableTexts().atArrival}`}</span>
      ) : null}
    </time>
  ),
  phone_number: (row) =>
    row.phoneNumber === "" ? (
      notKnown()
    ) : (
      <MarkedPhoneNumber isCorrect={row.isPhoneNumberCorrect}>
        <MarkedText text={row.phoneNumber} parts={row.marks?.phone_number} />
      </MarkedPhoneNumber>
    ),
  campaign: (row) =>
    row.campaign === null ? (
      <span className="text-faint">{recordingsTableTexts().noCampaign}</span>
    ) : (
      <NamedValue label={row.campaign} raw={row.campaignRaw} tone={row.campaignTone} />
    ),
  status: (row) => <NamedValue label={row.status} raw={row.statusRaw} tone={row.tone} />,
  minutes_used: (row) => (
    <>
      <span className={row.minutesUsed === 0 ? "text-faint" : ""}>
        {row.minutesUsed ?? notKnown()}
      </span>
      <span className="text-muted xl:sr-only">{` ${recordingsTableTexts().minutes}`}</span>
    </>
  ),
  has_transcript: (row) => (
    <>
      {markAudio(row)}
      {row.hasTranscript === null ? (
        <span className="max-xl:sr-only">{notKnown()}</span>
      ) : row.hasTranscript ? (
        <>
          <span aria-hidden className="call-transcript-mark" />
          <span className="sr-only">{recordingsTableTexts().hasTranscript}</span>
        </>
      ) : (
        <span className="sr-only">{recordingsTableTexts().noTranscript}</span>
      )}
    </>
  ),
  summary: (row) => (
    <>
      {tellElsewhere(row)}
      {row.summaryBeginning ? (
        <MarkedText text={row.summaryBeginning} parts={row.marks?.summary} />
      ) : row.problemCount > 0 ? (
        notKnown()
      ) : null}
    </>
  ),
};

/** Whether the call can be heard: with its transcript, and on a wide window without that beside its name. */
function markAudio({ audio }: RowViewModel): React.ReactNode {
  return audio ? (
    <span
      title={audio.words}
      data-audio={audio.sign}
      data-protected={audio.isProtected}
      className="call-audio-mark"
    >
      <span className="sr-only">{audio.words}. </span>
    </span>
  ) : null;
}

function tellBeside(row: RowViewModel): React.ReactNode {
  return row.marks?.elsewhere ? (
    <span className="ml-4 text-muted max-xl:hidden">{tellElsewhere(row)}</span>
  ) : null;
}

/** Why a search finds the call, where no column shows it; what follows keeps its own direction. */
function tellElsewhere({ id, marks }: RowViewModel): React.ReactNode {
  return marks?.elsewhere?.map(({ label, parts, atMs }) => (
    <bdi key={label} className="mr-3">
      {label}:{" "}
      {typeof atMs === "number" ? (
        <a
          href={`${recordingHref(id)}?t=${atMs / 1_000}`}
          className={`${momentLink} relative z-1 hover:underline`}
        >
          <MarkedText text="" parts={parts} />
        </a>
      ) : (
        <MarkedText text="" parts={parts} />
      )}
    </bdi>
  ));
}

/** What a column that must be chosen says of a call. */
function formatMore(row: RowViewModel, column: ExtraColumn): React.ReactNode {
  if (column === "tags" && row.tags) {
    return row.tags.map(({ name, colour }) => (
      <span key={name} className="call-tag" style={{ color: `var(--color-tag-${colour})` }}>
        <bdi>{name}</bdi>
      </span>
    ));
  }
  const text = row.more[column];
  if (text == null) {
    const t = recordingsTableTexts();
    return <span className="text-faint">{column === "heard" ? t.nobody : t.none}</span>;
  }
  return <MarkedText text={text} parts={row.marks?.[column]} />;
}

/** Says of a row that something of its call is missing. */
function IncompleteMark({ problemCount }: { problemCount: number }) {
  if (problemCount === 0) return null;
  const words = describeIncomplete(problemCount);
  return (
    <span title={words} className="call-incomplete">
      <CircleDashed aria-hidden className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

type SelectBoxProps = { label: string; isChecked: boolean; tabIndex: -1 | undefined };

/** A box in the margin, seen when it is near or in use. The table itself hears its clicks. */
function SelectBox({ label, isChecked, tabIndex }: SelectBoxProps) {
  "use no memo";
  return (
    <label className="call-box-room">
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={tabIndex}
        checked={isChecked}
        readOnly
        className="call-box"
      />
    </label>
  );
}
