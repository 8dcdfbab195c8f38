"use client";

import { Ellipsis, Star } from "lucide-react";
import { IconButton } from "@/components/ui/controls/icon-button";
import type { SavedViewView } from "@/lib/saved-views/views";
import type { ViewActions } from "./view-actions";
import { ViewLink } from "./view-link";
import { ViewTools } from "./view-tools";

export type ViewRowProps = {
  view: SavedViewView;
  current: string;
  actions: ViewActions;
  isAdministrator: boolean;
  isActive: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

/** One view: a link to its list, and behind a button what can be done with it. */
export function ViewRow(props: ViewRowProps) {
  const { view, isActive, isOpen, onToggle } = props;
  return (
    <li>
      <div className="flex items-center gap-1">
        <ViewLink query={view.query} isActive={isActive}>
          {view.name}
        </ViewLink>
        {view.isTeamDefault ? <Mark isMine={false}>Team’s default</Mark> : null}
        {view.isMyDefault ? <Mark isMine>My default</Mark> : null}
        <IconButton
          label={`Options of ${view.name}`}
          aria-expanded={isOpen}
          onClick={onToggle}
          className="aria-expanded:bg-pressed"
        >
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      </div>
      {isOpen ? <ViewTools {...props} /> : null}
    </li>
  );
}

function Mark({ isMine, children }: { isMine: boolean; children: React.ReactNode }) {
  return (
    <span className="flex shrink-0 items-center gap-1 text-muted text-xs">
      {isMine ? <Star aria-hidden className="size-3 fill-current text-accent" /> : null}
      {children}
    </span>
  );
}
