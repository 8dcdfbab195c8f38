"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { RenameViewForm } from "./rename-view-form";
import { ViewButton } from "./view-button";
import type { ViewRowProps } from "./view-row";

/** What this person may do with a view. */
export function ViewTools({ view, current, actions, isAdministrator, isActive }: ViewRowProps) {
  const [isLeaving, setLeaving] = useState(false);
  const { id, name, isTeam, mayChange, isMyDefault, isTeamDefault, ownerName } = view;
  return (
    <div className="mb-1.5 space-y-2.5 rounded-md bg-canvas p-2.5">
      {mayChange ? <RenameViewForm view={view} action={actions.rename} /> : null}
      <div className="flex flex-wrap gap-1.5">
        <ViewButton action={actions.chooseDefault} fields={{ view: isMyDefault ? "" : id }}>
          {isMyDefault ? "Not my default" : "Make my default"}
        </ViewButton>
        {isAdministrator && isTeam ? (
          <ViewButton action={actions.chooseTeamDefault} fields={{ view: isTeamDefault ? "" : id }}>
            {isTeamDefault ? "Not the team’s default" : "Make the team’s default"}
          </ViewButton>
        ) : null}
        {mayChange && !isActive ? (
          <ViewButton action={actions.replace} fields={{ view: id, query: current }}>
            Replace with this list
          </ViewButton>
        ) : null}
        {mayChange && !isTeam ? (
          <ViewButton action={actions.share} fields={{ view: id }}>
            Share with the team
          </ViewButton>
        ) : null}
        {mayChange && !isLeaving ? (
          <Button variant="danger" size="small" onClick={() => setLeaving(true)}>
            Delete
          </Button>
        ) : null}
      </div>
      {isLeaving ? (
        <div className="space-y-2 border-line border-t pt-2.5">
          <p className="wrap-anywhere">
            Delete “{name}”{isTeam ? " for everybody" : ""}? The calls stay.
          </p>
          <div className="flex gap-1.5">
            <ViewButton action={actions.remove} fields={{ view: id }} variant="danger">
              Delete view
            </ViewButton>
            <Button size="small" onClick={() => setLeaving(false)}>
              Keep
            </Button>
          </div>
        </div>
      ) : null}
      {isTeam ? (
        <p className="text-muted text-xs">
          {ownerName ? `Made by ${ownerName}.` : "Made by somebody who has left."}
          {mayChange ? null : " Only they or an administrator can change it."}
        </p>
      ) : null}
    </div>
  );
}
