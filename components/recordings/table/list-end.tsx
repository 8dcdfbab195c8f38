"use client";

import type { Ref } from "react";
import { countFormat } from "@/components/format/count-format";
import { ListLink } from "@/components/list/list-link";
import { toListHref } from "@/components/list/to-list-href";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { type EndlessRows, mostRows } from "./use-endless-rows";

type ListEndProps = {
  ref: Ref<HTMLDivElement>;
  list: EndlessRows;
  /** The parameters of the list's address, without a cursor. */
  parameters: string;
};

/** Where the list goes on: by itself as one scrolls, or by a button. */
export function ListEnd({ ref, list, parameters }: ListEndProps) {
  "use no memo";
  const { rows, after, state, brought, loadMore } = list;
  const count = countFormat.format(rows.length);
  return (
    <div ref={ref} className="flex min-h-14 items-center justify-center gap-3 px-4 text-dense">
      <p role="status" className="sr-only">
        {brought > 0 ? `${brought} more calls loaded, ${count} in all` : ""}
      </p>
      {state === "failed" || state === "signed-out" ? (
        <p role="alert" className="text-bad">
          {state === "failed" ? (
            "The next calls could not be loaded."
          ) : (
            <>
              You have been signed out.{" "}
              <a href="/sign-in" className="font-medium underline underline-offset-2">
                Sign in
              </a>
            </>
          )}
        </p>
      ) : null}
      {after === null ? (
        brought > 0 ? (
          <p className="text-muted">End of the list</p>
        ) : null
      ) : rows.length >= mostRows ? (
        <ListLink
          href={toListHref([...new URLSearchParams(parameters), ["after", after]])}
          scroll
          className={buttonStyle("secondary", "small")}
        >
          {count} calls are shown. Go on from here
        </ListLink>
      ) : (
        <button
          type="button"
          aria-busy={state === "loading"}
          onClick={loadMore}
          className={`${buttonStyle("secondary", "small")} noscript:hidden`}
        >
          {state === "loading" ? "Loading…" : state === "failed" ? "Try again" : "Load more"}
        </button>
      )}
    </div>
  );
}
