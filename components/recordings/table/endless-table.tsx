"use client";

import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import { useOpenCall } from "@/components/call/open-call-context";
import type { ColumnChoice } from "@/lib/recordings/filter/list-columns";
import { ListEnd } from "./list-end";
import { chunkLength, RowChunk } from "./row-chunk";
import { type GivenRows, useEndlessRows } from "./use-endless-rows";
import { type FreshRow, useFreshRows } from "./use-fresh-rows";
import { useNearChunks } from "./use-near-chunks";
import { useRowKeys } from "./use-row-keys";
import { useSelection } from "./use-selection";
import { useTouchSelection } from "./use-touch-selection";

// Nobody waits for it before something is selected.
const SelectionBar = lazy(() => import("./selection-bar"));

type EndlessTableProps = GivenRows & {
  columns: ColumnChoice;
  /** The columns as a parameter, where they are not the usual ones. */
  columnsParameter: string;
  style: React.CSSProperties;
  head: React.ReactNode;
  tail: React.ReactNode;
};

/** The rows of the list, which stay where they are, become what they are meanwhile, and go on. */
export function EndlessTable(props: EndlessTableProps) {
  "use no memo";
  const { columns, columnsParameter, style, head, tail, ...given } = props;
  const table = useRef<HTMLTableElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const list = useEndlessRows(given, end);
  const fresh = useFreshRows(list.rows, {
    ...{ since: list.since, columns: columnsParameter, of: list.of },
  });
  const chunks = toChunks(fresh);
  const isNear = useNearChunks(table, chunks.length);
  const selection = useSelection(table, list.rows);
  const { id: openId, onOpen } = useSteadyOpen();
  const isSelecting = selection.ids.length > 0;
  useTouchSelection(table, { isSelecting, onToggle: selection.onToggle });
  useRowKeys(table, { onEnd: list.loadMore, ...selection });

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for the boxes in it, which have keys */}
      <table
        id="recordings-table"
        aria-label="Recordings"
        ref={table}
        aria-rowcount={list.after === null ? fresh.length + 1 : -1}
        aria-busy={list.state === "loading"}
        onClick={selection.onClick}
        onPointerOver={wakeEdges}
        onFocus={wakeEdges}
        data-selecting={isSelecting || undefined}
        style={style}
        className="block w-full text-dense transition-opacity delay-100 group-data-pending/list:opacity-60"
      >
        {head}
        {chunks.map((rows, index) => (
          <RowChunk
            key={rows[0]?.row.id}
            rows={rows}
            firstRow={index * chunkLength}
            isNear={isNear(index)}
            columns={columns}
            openId={openId}
            selectedIds={selection.selectedIds}
            onOpen={onOpen}
          />
        ))}
      </table>
      {tail}
      <ListEnd ref={end} list={list} parameters={given.parameters} />
      {isSelecting ? (
        <Suspense>
          <SelectionBar ids={selection.ids} onClear={selection.clear} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Opens a call by what never changes, so that opening one draws no other row. */
function useSteadyOpen() {
  const { id, open } = useOpenCall();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const onOpen = useCallback<typeof open>((...call) => latest.current(...call), []);
  return { id, onOpen };
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
  const table = currentTarget;
  const { moveEdges } = await import("@/components/recordings/columns/move-edges");
  moveEdges(table);
}
