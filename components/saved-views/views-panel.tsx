"use client";

import { useId, useState } from "react";
import type { SavedViewView } from "@/lib/saved-views/views";
import { SaveViewForm } from "./save-view-form";
import { useViewState } from "./use-view-state";
import type { ViewAction } from "./view-actions";
import { ViewLink } from "./view-link";
import { ViewButton, ViewRow } from "./view-row";
import type { ViewsMenuProps } from "./views-menu";

/** Every view that this person has, and the way to keep the present list as one more. */
export default function ViewsPanel({ views: promise, ...props }: ViewsMenuProps) {
  const { current, actions, isAdministrator } = props;
  const { views, active, changed } = useViewState(promise, current);
  const [opened, setOpened] = useState<string | null>(null);
  const rows = (isTeam: boolean) =>
    views
      .filter((view) => view.isTeam === isTeam)
      .map((view) => (
        <ViewRow
          key={view.id}
          view={view}
          current={current}
          actions={actions}
          isAdministrator={isAdministrator}
          isActive={view.id === active?.id}
          isOpen={view.id === opened}
          onToggle={() => setOpened(view.id === opened ? null : view.id)}
        />
      ));
  return (
    <>
      {changed ? <ChangedView view={changed} current={current} action={actions.replace} /> : null}
      <div className="p-1.5">
        <ViewLink query="" isActive={current === "" && !active}>
          All calls
        </ViewLink>
      </div>
      <Group title="Mine" none="No saved views yet.">
        {rows(false)}
      </Group>
      <Group title="Team" none="None yet. What is saved for the team, everybody finds here.">
        {rows(true)}
      </Group>
      <SaveViewForm
        current={current}
        action={actions.save}
        isNew={active !== null || changed !== null}
      />
    </>
  );
}

type GroupProps = { title: string; none: string; children: React.ReactElement[] };

function Group({ title, none, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t p-1.5">
      <h2 id={id} className="px-2 pt-1 pb-1 font-medium text-muted text-xs">
        {title}
      </h2>
      {children.length > 0 ? (
        <ul>{children}</ul>
      ) : (
        <p className="px-2 pb-1.5 text-muted text-xs">{none}</p>
      )}
    </section>
  );
}

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
