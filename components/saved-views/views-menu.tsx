"use client";

import { Bookmark, ChevronDown } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { toolButtonStyle } from "@/components/list/filter-popover";
import { useLatest } from "@/components/list/navigation";
import { keep, recall } from "@/components/live/store";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { PanelSkeleton } from "@/components/ui/page/placeholders";
import { texts } from "@/lib/language/texts";
import type { SavedViewName, ViewFormState } from "@/lib/saved-views/views";

// Nobody waits for it before it is opened.
const ViewsPanel = lazy(() => import("./views-panel"));

export type ViewsMenuProps = {
  views: Promise<SavedViewName[]>;
  /** The present list's address, as a view would keep it. */
  current: string;
  actions: ViewActions;
  isAdministrator: boolean;
};

/** The lists that were kept under a name: one's own, and the team's. */
export function ViewsMenu(props: ViewsMenuProps) {
  const t = savedViewsTexts();
  return (
    <Popover
      triggerClassName={toolButtonStyle}
      trigger={
        <>
          <Bookmark aria-hidden className="size-3.5" />
          <span className="max-w-36 truncate sm:max-w-56 xl:@max-[60rem]:max-w-16">
            <Suspense fallback={t.views}>
              <Label {...props} />
            </Suspense>
          </span>
          <ChevronDown aria-hidden className="-mr-0.5 size-3.5" />
        </>
      }
      className="sm:w-84"
    >
      <WhenOpened className="min-h-48" fallback={<PanelSkeleton />}>
        <ViewsPanel {...props} />
      </WhenOpened>
    </Popover>
  );
}

function Label({ views, current }: ViewsMenuProps) {
  const { active, changed } = useViewState(views, current);
  const t = savedViewsTexts();
  const view = active ?? changed;
  if (!view) return t.views;
  return (
    <>
      <span className="sr-only">{t.view} </span>
      <bdi className="text-text">{view.name}</bdi>
      {changed ? ` · ${t.changed}` : null}
    </>
  );
}

export type ViewAction = (previous: ViewFormState, form: FormData) => Promise<ViewFormState>;

/** What can be done with views; each holds the gate itself. */
export type ViewActions = {
  save: ViewAction;
  rename: ViewAction;
  replace: ViewAction;
  share: ViewAction;
  remove: ViewAction;
  chooseDefault: ViewAction;
  chooseTeamDefault: ViewAction;
};

type ViewState = {
  views: SavedViewName[];
  /** The one that the list shows. */
  active: SavedViewName | null;
  /** The one that the list was, before it was changed. */
  changed: SavedViewName | null;
};

/** Which view the list is; this tab remembers which one it was. */
export function useViewState(promise: Promise<SavedViewName[]>, current: string): ViewState {
  const { value: views } = useLatest(promise);
  const [cameFrom, setCameFrom] = useState<string | null>(null);
  const active = findShown(views, cameFrom);
  const activeId = active?.id ?? null;

  useEffect(() => {
    // The list of every call comes from no view.
    if (activeId !== null || current === "") keep("sessionStorage", key, activeId);
    setCameFrom(recall("sessionStorage", key));
  }, [activeId, current]);

  const changed = active ? null : (views.find(({ id }) => id === cameFrom) ?? null);
  return { views, active, changed };
}

const key = "earshot-view";

/** The view that the list shows now: of several alike the one that it came from, or one's own. */
export function findShown(views: SavedViewName[], cameFrom: string | null): SavedViewName | null {
  const alike = views.filter(({ isShown }) => isShown);
  return (
    alike.find(({ id }) => id === cameFrom) ??
    alike.find(({ isTeam }) => !isTeam) ??
    alike[0] ??
    null
  );
}

export const savedViewsTexts = texts("savedViews", {
  views: "Views",
  view: "View:",
  changed: "changed",
});
