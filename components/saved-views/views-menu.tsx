"use client";

import { Bookmark, ChevronDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { toolButtonStyle } from "@/components/list/filter-popover";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { SavedViewView, ViewFormState } from "@/lib/saved-views/store";
import { savedViewsTexts } from "./texts.en";
import { useViewState } from "./use-view-state";

// Nobody waits for it before it is opened.
const ViewsPanel = lazy(() => import("./views-panel"));

export type ViewsMenuProps = {
  views: Promise<SavedViewView[]>;
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
      <WhenOpened className="min-h-48">
        <Suspense fallback={<PanelSkeleton />}>
          <ViewsPanel {...props} />
        </Suspense>
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

function PanelSkeleton() {
  return (
    <div className="space-y-3 p-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-4 w-36" />
    </div>
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
