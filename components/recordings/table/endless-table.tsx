"use client";

import { lazy, type Ref, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { dateFormat } from "@/components/format/intl";
import { toListHref } from "@/components/list/href";
import { ListLink } from "@/components/list/navigation";
import type { TagActions } from "@/components/notes/notes-section";
import { offerList, toggleCall } from "@/components/player/remote-control";
import { type TableLook, useTableLook } from "@/components/recordings/columns/columns-menu";
import type { Protect } from "@/components/recordings/filters/protect-calls";
import type { RowViewModel } from "@/components/recordings/list-answers";
import { useOpenRow } from "@/components/recordings/state/open-call";
import { buttonStyle } from "@/components/ui/controls/button";
import type { ColumnChoice } from "@/lib/recordings/filter/list-view";
import type { ValueFilters } from "./cell-filters";
import { RowChunk } from "./recording-row";
import { recordingsTableTexts } from "./row-cells";
import { type EndlessRows, type GivenRows, mostRows, useEndlessRows } from "./use-endless-rows";
import { type FreshRow, useFreshRows, useRowsAhead } from "./use-fresh-rows";
import { chunkLength, useNearChunks } from "./use-near-chunks";
import { useFocusOnPlaying, useRowKeys } from "./use-row-keys";
import { useSelection, useTouchSelection } from "./use-selection";

// Nobody waits for them before something is pointed at or selected.
const CellFilters = lazy(() => import("./cell-filters"));
const SelectionBar = lazy(() => import("./selection-bar"));

type EndlessTableProps = GivenRows & {
  columns: ColumnChoice;
  /** What the look of its rows depends on, as parameters: columns that are not the usual ones, a search. */
  rowParameters: string;
  style: React.CSSProperties;
  head: React.ReactNode;
  tail: React.ReactNode;
  /** What the list's address writes for each name of several values. */
  merged: ValueFilters["merged"];
  /** What selected calls are tagged by. */
  tagging?: TagActions;
  /** What protects the audio of selected calls; none: no audio is kept. */
  protect?: Protect | undefined;
  look: TableLook;
  /** How days are called; null where the list is in another order. */
  days: DayNames | null;
  /** Null where nobody knows, and where what is new does not come first. */
  visit: LastVisit | null;
};

/** The rows of the list, which stay where they are, become what they are meanwhile, and go on. */
export function EndlessTable(props: EndlessTableProps) {
  "use no memo";
  const { columns, rowParameters, style, head, tail, merged, days, visit, ...given } = props;
  const { times, hasDividers } = useTableLook(given.look);
  const table = useRef<HTMLTableElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const ahead = useRowsAhead(given.parameters);
  const list = useEndlessRows(given, end, { isCovered: ahead !== null });
  const { rows, watermark, of } = list;
  const fresh = useFreshRows(rows, { watermark, parameters: rowParameters, of });
  const shown = ahead?.map((row) => ({ row, changeCount: 0 })) ?? fresh;
  const divided = hasDividers && days ? divideByDays(shown, days) : shown;
  const chunks = toChunks(visit ? divideByVisit(divided, visit) : divided);
  const isNear = useNearChunks(table, chunks.length, ahead);
  const [first] = useState(given.parameters);
  const selection = useSelection(table, rows);
  const { openId, open, onClick } = useOpenRow();
  const isSelecting = selection.ids.length > 0;
  useTouchSelection(table, { isSelecting, onToggle: selection.onToggle });
  useRowKeys(table, {
    onEnd: list.loadMore,
    onStep: (id) => openId && open(id, { takesFocus: false }),
    onPlay: (id) => {
      const row = findRow(list.rows, id);
      if (row?.canPlay) toggleCall(toPlayerCall(row));
    },
    ...selection,
  });
  useFocusOnPlaying(table);
  // The calls follow one another when one of them is played.
  useEffect(() => {
    const { rows, after } = list;
    offerList(() => ({ calls: rows.map(toPlayerCall), after, parameters: given.parameters }));
  });
  useMarkedArrivals(table, list, given.parameters);
  const [isInHand, setInHand] = useState(false);
  const pointedX = useRef<number>(undefined);
  const filters = { parameters: given.parameters, openId, merged };
  const take = (event: React.SyntheticEvent<HTMLElement>) => {
    wakeEdges(event);
    if (event.target instanceof Element && event.target.closest("tbody")) setInHand(true);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for the boxes and links in it, which have keys */}
      <table
        id="recordings-table"
        aria-label={recordingsTableTexts().recordings}
        ref={table}
        aria-rowcount={list.after === null ? fresh.length + 1 : -1}
        aria-busy={list.state === "loading"}
        onClick={(event) => {
          selection.onClick(event);
          onClick(event);
        }}
        onPointerOver={(event) => {
          pointedX.current = event.pointerType === "mouse" ? event.clientX : undefined;
          take(event);
        }}
        onFocus={take}
        data-selecting={isSelecting || undefined}
        style={style}
        data-ahead={ahead !== null || undefined}
        className="block w-full text-dense transition-opacity delay-100 group-data-pending/list:not-data-ahead:opacity-60"
      >
        {head}
        {chunks.map((rows, index) => (
          <RowChunk
            key={rows[0]?.row.id}
            rows={rows}
            firstRow={index * chunkLength}
            isNear={isNear(index)}
            columns={columns}
            isTabStop={!ahead && given.parameters === first}
            areTimesRelative={times === "relative"}
            openId={openId}
            selectedIds={selection.selectedIds}
          />
        ))}
      </table>
      {tail}
      <ListEnd ref={end} list={list} parameters={given.parameters} />
      {isSelecting ? (
        <Suspense>
          <SelectionBar
            ids={selection.ids}
            only={selection.ids.length === 1 ? findRow(list.rows, selection.ids[0]) : undefined}
            filters={filters}
            tagging={given.tagging}
            protect={given.protect}
            onClear={selection.clear}
          />
        </Suspense>
      ) : null}
      {isInHand ? (
        <Suspense>
          <CellFilters table={table} pointedX={pointedX} rows={list.rows} {...filters} />
        </Suspense>
      ) : null}
    </>
  );
}

function toPlayerCall({ id, customerName, canPlay, audio }: RowViewModel) {
  return { id, title: customerName, canPlay, audio };
}

function findRow(rows: RowViewModel[], id: string | undefined) {
  return rows.find((row) => row.id === id);
}

const markMs = 2_000;

/** Marks for two seconds the rows that a list has when it is read anew, and had not before. */
function useMarkedArrivals(
  table: RefObject<HTMLElement | null>,
  { of, rows }: EndlessRows,
  parameters: string,
): void {
  const shown = useRef({ of, parameters, ids: new Set<string>() });

  useEffect(() => {
    const before = shown.current;
    shown.current = { of, parameters, ids: new Set(rows.map(({ id }) => id)) };
    // Another page of it has none of these rows.
    const goesOn = before.parameters === parameters && rows.some(({ id }) => before.ids.has(id));
    if (!goesOn || before.of === of) return;
    const marked = [...(table.current?.querySelectorAll("tr[data-id]") ?? [])].filter(
      (row) => row instanceof HTMLElement && !before.ids.has(row.dataset.id ?? ""),
    );
    for (const row of marked) row.toggleAttribute("data-arrived", true);
    setTimeout(() => {
      for (const row of marked) row.removeAttribute("data-arrived");
    }, markMs);
  }, [table, of, rows, parameters]);
}

type DayNames = { timeZone: string; today: string; yesterday: string };

/** The first call of each day carries the day's heading. */
function divideByDays(rows: FreshRow[], { timeZone, today, yesterday }: DayNames): FreshRow[] {
  const weekday = dateFormat({ weekday: "long", timeZone });
  const t = recordingsTableTexts();
  return rows.map((fresh, index) => {
    const { day, createdAt } = fresh.row;
    if (day === rows[index - 1]?.row.day) return fresh;
    if (day === today || day === yesterday) {
      return { ...fresh, heading: day === today ? t.today : t.yesterday };
    }
    return { ...fresh, heading: t.onDay(weekday.format(new Date(createdAt)), day) };
  });
}

export type LastVisit = { by: "createdAt" | "changedAt"; at: string; told: string };

/** The first call that was there at the last visit says so, where newer ones stand above it. */
function divideByVisit(rows: FreshRow[], { by, at, told }: LastVisit): FreshRow[] {
  const first = rows.findIndex(({ row }) => row[by] <= at);
  if (first < 1) return rows;
  const words = recordingsTableTexts().lastVisit(told);
  return rows.map((fresh, index) => {
    if (index !== first) return fresh;
    return { ...fresh, heading: fresh.heading ? `${fresh.heading} · ${words}` : words };
  });
}

function toChunks(rows: FreshRow[]): FreshRow[][] {
  const count = Math.ceil(rows.length / chunkLength);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * chunkLength, (index + 1) * chunkLength),
  );
}

/** What moves the edges of columns comes when somebody is at one. */
async function wakeEdges({ target, currentTarget }: React.SyntheticEvent<HTMLElement>) {
  if (!(target instanceof HTMLElement) || !target.dataset.column || currentTarget.dataset.awake)
    return;
  currentTarget.dataset.awake = "true";
  const { moveEdges } = await import("@/components/recordings/columns/table-view");
  moveEdges(currentTarget);
}

type ListEndProps = {
  ref: Ref<HTMLDivElement>;
  list: EndlessRows;
  /** The parameters of the list's address, without a cursor. */
  parameters: string;
};

/** Where the list goes on: by itself as one scrolls, or by a button. */
function ListEnd({ ref, list, parameters }: ListEndProps) {
  "use no memo";
  const { rows, after, state, brought, loadMore } = list;
  const t = recordingsTableTexts();
  return (
    <div ref={ref} className="flex min-h-14 items-center justify-center gap-3 px-4 text-dense">
      <p role="status" className="sr-only">
        {brought > 0 ? t.loaded(brought, rows.length) : ""}
      </p>
      {state === "failed" || state === "signed-out" ? (
        <p role="alert" className="text-bad">
          {state === "failed" ? (
            t.notLoaded
          ) : (
            <>
              {t.signedOut}{" "}
              <a href="/sign-in" className="font-medium underline underline-offset-2">
                {t.signIn}
              </a>
            </>
          )}
        </p>
      ) : null}
      {after === null ? (
        brought > 0 ? (
          <p className="text-muted">{t.end}</p>
        ) : null
      ) : rows.length >= mostRows ? (
        <ListLink
          href={toListHref([...new URLSearchParams(parameters), ["after", after]])}
          scroll
          className={buttonStyle("secondary", "small")}
        >
          {t.goOn(rows.length)}
        </ListLink>
      ) : (
        <button
          type="button"
          aria-busy={state === "loading"}
          onClick={loadMore}
          className={`${buttonStyle("secondary", "small")} noscript:hidden`}
        >
          {state === "loading" ? t.loading : state === "failed" ? t.tryAgain : t.loadMore}
        </button>
      )}
    </div>
  );
}
