"use client";

import type { SavedViewView } from "@/lib/saved-views/views";
import type { ViewAction } from "./view-actions";
import { ViewButton } from "./view-button";
import { ViewLink } from "./view-link";

type ChangedViewProps = { view: SavedViewView; current: string; action: ViewAction };

/** The list came from a view and is another one by now. */
export function ChangedView({ view, current, action }: ChangedViewProps) {
  return (
    <div className="space-y-2 border-line border-b bg-canvas p-3">
      <p className="wrap-anywhere">
        This list began as <bdi className="font-medium">{view.name}</bdi> and was changed.
      </p>
      <div className="flex flex-wrap items-center gap-1.5">
        {view.mayChange ? (
          <ViewButton action={action} fields={{ view: view.id, query: current }} variant="primary">
            Update the view
          </ViewButton>
        ) : null}
        <div className="flex">
          <ViewLink query={view.query} isActive={false}>
            Undo the changes
          </ViewLink>
        </div>
      </div>
    </div>
  );
}
