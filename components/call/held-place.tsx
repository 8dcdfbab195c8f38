"use client";

import { Component } from "react";

type HeldPlaceProps = { openId: string | null; children: React.ReactNode };
type Held = { row: Element; top: number } | null;

/**
 * Keeps the list where it stands on the screen while a call opens or closes beside it, which may
 * break what is above the rows into more lines. A class, for it must measure before the change is
 * in the document.
 */
export class HeldPlace extends Component<HeldPlaceProps> {
  override getSnapshotBeforeUpdate({ openId: before }: HeldPlaceProps): Held {
    const { openId } = this.props;
    if ((before === null) === (openId === null)) return null;
    const row = findRowToHold(openId ?? before);
    return row && { row, top: row.getBoundingClientRect().top };
  }

  override componentDidUpdate(_props: HeldPlaceProps, _state: unknown, held: Held) {
    if (!held) return;
    const movedBy = held.row.getBoundingClientRect().top - held.top;
    if (movedBy !== 0) window.scrollBy({ top: movedBy, behavior: "instant" });
  }

  override render() {
    return this.props.children;
  }
}

/** The row of the call where it is in sight, else the first row that is. */
function findRowToHold(id: string | null): Element | null {
  const rows = [...document.querySelectorAll("tr[data-id]")].filter(isInSight);
  return rows.find((row) => row instanceof HTMLElement && row.dataset.id === id) ?? rows[0] ?? null;
}

function isInSight(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
