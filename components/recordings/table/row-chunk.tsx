"use client";

import { memo, type RefObject, startTransition, useEffect, useState } from "react";
import type { ColumnChoice } from "@/lib/recordings/filter/list-columns";
import { RecordingRow } from "./recording-row";
import type { FreshRow } from "./use-fresh-rows";

/** As many rows as are drawn or left out together. */
export const chunkLength = 50;

type RowChunkProps = {
  rows: FreshRow[];
  /** How many rows stand before it. */
  firstRow: number;
  /** As many of its rows are drawn; the others only take their room. */
  drawn: number;
  columns: ColumnChoice;
  isTabStop: boolean;
  areTimesRelative: boolean;
  /** The one of its calls that is open beside the list. */
  openId: string | null;
  selectedIds: ReadonlySet<string>;
  onOpen: (id: string, options: { takesFocus: boolean }) => void;
};

/** Rows that the browser lays out and draws only where they can be seen: a list may hold thousands. */
export const RowChunk = memo(function RowChunk(props: RowChunkProps) {
  "use no memo";
  const {
    rows,
    firstRow,
    drawn,
    columns,
    isTabStop,
    areTimesRelative,
    openId,
    selectedIds,
    onOpen,
  } = props;
  const style = {
    "--rows": rows.length,
    "--headings": countHeadings(rows),
  } as React.CSSProperties;
  if (drawn <= 0) return <tbody style={style} className={farStyle} />;
  const isWhole = drawn >= rows.length;
  return (
    <tbody style={style} className={isWhole ? (firstRow === 0 ? height : chunkStyle) : farStyle}>
      {(isWhole ? rows : rows.slice(0, drawn)).map(({ row, changeCount, heading }, index) => (
        <RecordingRow
          key={row.id}
          row={row}
          // The head is the first one.
          rowIndex={firstRow + index + 2}
          columns={columns}
          tabIndex={isTabStop ? undefined : -1}
          changeCount={changeCount}
          heading={heading}
          areTimesRelative={areTimesRelative}
          isOpen={row.id === openId}
          isSelected={selectedIds.has(row.id)}
          onOpen={onOpen}
        />
      ))}
    </tbody>
  );
}, isSame);

/** Its rows are new in name whenever any row of the list is. */
function isSame(before: RowChunkProps, after: RowChunkProps): boolean {
  if (before.drawn <= 0 && after.drawn <= 0) {
    return (
      before.rows.length === after.rows.length &&
      countHeadings(before.rows) === countHeadings(after.rows)
    );
  }
  const isSelectedAlike =
    before.selectedIds === after.selectedIds ||
    after.rows.every(({ row: { id } }) => before.selectedIds.has(id) === after.selectedIds.has(id));
  const isOpenAlike =
    before.openId === after.openId ||
    after.rows.every(({ row: { id } }) => id !== before.openId && id !== after.openId);
  return (
    isSelectedAlike &&
    isOpenAlike &&
    countDrawn(before) === countDrawn(after) &&
    before.firstRow === after.firstRow &&
    before.columns === after.columns &&
    before.areTimesRelative === after.areTimesRelative &&
    before.onOpen === after.onOpen &&
    before.rows.length === after.rows.length &&
    after.rows.every((row, index) => {
      const other = before.rows[index];
      return (
        row.row === other?.row &&
        row.changeCount === other.changeCount &&
        row.heading === other.heading
      );
    })
  );
}

function countDrawn({ drawn, rows }: RowChunkProps): number {
  return Math.max(0, Math.min(drawn, rows.length));
}

function countHeadings(rows: FreshRow[]): number {
  return rows.filter(({ heading }) => heading !== undefined).length;
}

/**
 * Their height is known before they are laid out: a line of the table, or a card of four or two; the
 * browser must not remember another one from another width. The first ones are seen at once, so that
 * to find out whether they are would only cost time.
 */
const height =
  "block [--height:6.9375rem] max-xl:@min-[40rem]:[--height:4.1875rem] xl:[--height:var(--row-height)]";
const chunkStyle = `${height} [content-visibility:auto] [contain-intrinsic-height:calc(var(--rows)*var(--height)_+_var(--headings)*1.75rem)]`;
const farStyle = `${height} h-[calc(var(--rows)*var(--height)_+_var(--headings)*1.75rem)]`;

/** The rows that a page comes with are always there. */
const firstChunks = 4;
const aroundChunks = 3;

/**
 * Which chunks of a table have their rows in the document: the first ones, those around what is
 * looked at, and the one that has the focus. Of thousands of rows all the others are mere height.
 */
export function useNearChunks(
  table: RefObject<HTMLTableElement | null>,
  count: number,
): (index: number) => boolean {
  "use no memo";
  const [near, setNear] = useState({ seen: 0, focused: 0 });

  useEffect(() => {
    if (!table.current || count <= firstChunks) return;
    const chunks: Element[] = [...table.current.tBodies];
    const observer = new IntersectionObserver((entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      if (!entered) return;
      const seen = chunks.indexOf(entered);
      const focused = chunks.findIndex((chunk) => chunk.contains(document.activeElement));
      setNear((now) => (now.seen === seen && now.focused === focused ? now : { seen, focused }));
    });
    for (const chunk of chunks) observer.observe(chunk);
    return () => observer.disconnect();
  }, [table, count]);

  return (index) =>
    index < firstChunks ||
    Math.abs(index - near.seen) <= aroundChunks ||
    (near.focused > 0 && Math.abs(index - near.focused) <= 1);
}

const whole = Number.POSITIVE_INFINITY;

/**
 * How many rows of a list are drawn: of another list those in sight at first, and all of them once
 * these are painted, so that nobody waits for rows that can't be seen. `isFirst` is the list that the
 * page came with.
 */
export function useSightFirst(
  table: RefObject<HTMLElement | null>,
  { isReturned }: { isReturned: boolean },
  parameters: string,
  rowRem: number,
): { drawn: number; isFirst: boolean } {
  "use no memo";
  const [former, setDrawn] = useState({ parameters, count: whole, isFirst: true });
  const isOther = former.parameters !== parameters;
  const now = isOther
    ? { parameters, count: countInSight(table.current, rowRem), isFirst: false }
    : former;
  if (isOther) setDrawn(now);
  const isWhole = now.count === whole;

  useEffect(() => {
    if (isWhole) return;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() =>
        startTransition(() => setDrawn({ parameters, count: whole, isFirst: false })),
      );
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isWhole, parameters]);

  // One comes back to a row that may stand further down.
  return { drawn: isReturned ? whole : now.count, isFirst: now.isFirst };
}

/** What stands above the list may become lower. */
const spareRows = 3;

/** From where the list begins or is looked at to the lower edge of the window, if there is one to see. */
function countInSight(table: HTMLElement | null, rowRem: number): number {
  if (!table || document.hidden) return whole;
  const roomPx = window.innerHeight - table.getBoundingClientRect().top;
  return Math.max(0, Math.ceil(roomPx / (rowRem * 16))) + spareRows;
}
