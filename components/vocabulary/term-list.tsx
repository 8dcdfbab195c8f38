"use client";

import { useCallback, useRef, useState, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { inputStyle } from "@/components/ui/controls/input-style";
import type { TermListView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import { moreText } from "./more-text";
import type { TermActions } from "./term-actions";
import { TermForm } from "./term-form";
import { TermRow } from "./term-row";
import { useOrder } from "./use-order";

type TermListProps = {
  field: VocabularyField;
  /** The name of the list. */
  label: string;
  list: TermListView;
  /** Null for who may only look. */
  actions: TermActions | null;
};

const maxPlain = 20;
const maxShown = 200;

/** The values of a field in their order, one of which can be changed at a time. */
export function TermList({ field, label, list, actions }: TermListProps) {
  const [said, setSaid] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const [editing, setEditing] = useState<string | null>(null);
  const [held, setHeld] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const listRef = useRef<HTMLUListElement>(null);
  const { terms, place } = useOrder(field, list.terms, actions?.move ?? noMove, setSaid);

  const sought = search.trim().toLowerCase();
  const found = terms.filter(({ value, displayName, group }) =>
    [value, displayName, group].some((text) => text?.toLowerCase().includes(sought)),
  );
  const shown = found.slice(0, maxShown);
  const groups = [...new Set(terms.flatMap(({ group }) => group ?? []))].sort();

  const step = (index: number, by: -1 | 1) => {
    const value = shown[index]?.value;
    const beyond = shown[by < 0 ? index - 1 : index + 2]?.value;
    const last = terms.findIndex((term) => term.value === shown[index + 1]?.value);
    if (value !== undefined) place(value, beyond ?? terms[last + 1]?.value ?? null);
  };
  const finish = useCallback(
    (told: string | null) => {
      setSaid(told);
      setEditing(null);
      requestAnimationFrame(() => {
        listRef.current
          ?.querySelector<HTMLElement>(`[data-opens="${CSS.escape(editing ?? "")}"]`)
          ?.focus();
      });
    },
    [editing],
  );

  return (
    <div className="space-y-2">
      {terms.length > maxPlain ? (
        <input
          type="search"
          aria-label={`Search in ${label}`}
          placeholder="Search by value, name or group"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={inputStyle}
        />
      ) : null}
      <ul ref={listRef} aria-label={label} className="divide-y divide-line">
        {shown.map((term, index) => (
          <li
            key={term.value}
            draggable={held === term.value}
            onDragStart={(event) => event.dataTransfer.setData("text/plain", term.value)}
            onDragEnd={() => setHeld(null)}
            onDragOver={(event) => {
              if (held !== null) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              const from = shown.findIndex(({ value }) => value === held);
              const follower = from < index ? terms[terms.indexOf(term) + 1]?.value : term.value;
              if (held !== null && held !== term.value) place(held, follower ?? null);
              setHeld(null);
            }}
            className={held === term.value ? "bg-hover" : undefined}
          >
            <TermRow
              field={field}
              term={term}
              order={
                actions
                  ? {
                      isFirst: index === 0,
                      isLast: index === shown.length - 1,
                      onStep: (by) => step(index, by),
                      onGrip: (isHeld) => setHeld(isHeld ? term.value : null),
                    }
                  : undefined
              }
            >
              {actions ? (
                <Button
                  variant="ghost"
                  size="small"
                  data-opens={term.value}
                  aria-label={`Change ${term.value}`}
                  aria-expanded={editing === term.value}
                  onClick={() => setEditing(editing === term.value ? null : term.value)}
                >
                  Change
                </Button>
              ) : null}
            </TermRow>
            {actions && editing === term.value ? (
              <div className="pb-3">
                <TermForm
                  field={field}
                  term={term}
                  groups={groups}
                  actions={actions}
                  onDone={finish}
                />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="text-dense text-muted">
          {sought ? "No value matches." : "None yet. They appear with the first call."}
        </p>
      ) : null}
      <p className="text-muted text-xs empty:hidden">
        {moreText(found.length - shown.length, list.more)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {/* Always there, so that a screen reader notices what comes into it. */}
        <p role="status" className="min-w-0 wrap-anywhere text-dense text-good">
          {said}
        </p>
        {actions && terms.some(({ position }) => position !== null) ? (
          <Button
            variant="ghost"
            size="small"
            disabled={isPending}
            onClick={() =>
              startTransition(async () => {
                await actions.resetOrder(field);
                setSaid("Values stand by their calls again.");
              })
            }
          >
            Reset order
          </Button>
        ) : null}
      </div>
    </div>
  );
}

async function noMove(): Promise<void> {}
