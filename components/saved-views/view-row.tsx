"use client";

import { Ellipsis, Star } from "lucide-react";
import type { Route } from "next";
import { useActionState, useState } from "react";
import { ListLink } from "@/components/list/navigation";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Button, IconButton } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { texts } from "@/lib/language/texts";
import type { SavedViewName, ViewFormState } from "@/lib/saved-views/views";
import type { ViewAction, ViewActions } from "./views-menu";

type ViewRowProps = {
  view: SavedViewName;
  /** The address of its list; undefined until it is known. */
  query: string | undefined;
  current: string;
  actions: ViewActions;
  isAdministrator: boolean;
  isActive: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

/** One view: a link to its list, and behind a button what can be done with it. */
export function ViewRow(props: ViewRowProps) {
  const t = savedViewsPanelTexts();
  const { view, query, isActive, isOpen, onToggle } = props;
  return (
    <li>
      <div className="flex items-center gap-1">
        <ViewLink query={query} isActive={isActive}>
          {view.name}
        </ViewLink>
        {view.isTeamDefault ? <Mark isMine={false}>{t.isTeamDefault}</Mark> : null}
        {view.isMyDefault ? <Mark isMine>{t.isMyDefault}</Mark> : null}
        <IconButton
          label={t.optionsOf(view.name)}
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

/** What this person may do with a view. */
function ViewTools({ view, current, actions, isAdministrator, isActive }: ViewRowProps) {
  const t = savedViewsPanelTexts();
  const [isLeaving, setLeaving] = useState(false);
  const { id, name, isTeam, mayChange, isMyDefault, isTeamDefault, ownerName } = view;
  return (
    <div className="mb-1.5 space-y-2.5 rounded-md bg-canvas p-2.5">
      {mayChange ? <RenameViewForm view={view} action={actions.rename} /> : null}
      <div className="flex flex-wrap gap-1.5">
        <ViewButton action={actions.chooseDefault} fields={{ view: isMyDefault ? "" : id }}>
          {isMyDefault ? t.notMyDefault : t.makeMyDefault}
        </ViewButton>
        {isAdministrator && isTeam ? (
          <ViewButton action={actions.chooseTeamDefault} fields={{ view: isTeamDefault ? "" : id }}>
            {isTeamDefault ? t.notTeamDefault : t.makeTeamDefault}
          </ViewButton>
        ) : null}
        {mayChange && !isActive ? (
          <ViewButton action={actions.replace} fields={{ view: id, query: current }}>
            {t.replace}
          </ViewButton>
        ) : null}
        {mayChange && !isTeam ? (
          <ViewButton action={actions.share} fields={{ view: id }}>
            {t.share}
          </ViewButton>
        ) : null}
        {mayChange && !isLeaving ? (
          <Button variant="danger" size="small" onClick={() => setLeaving(true)}>
            {t.delete}
          </Button>
        ) : null}
      </div>
      {isLeaving ? (
        <div className="space-y-2 border-line border-t pt-2.5">
          <p className="wrap-anywhere">{isTeam ? t.asksDeleteForAll(name) : t.asksDelete(name)}</p>
          <div className="flex gap-1.5">
            <ViewButton action={actions.remove} fields={{ view: id }} variant="danger">
              {t.deleteView}
            </ViewButton>
            <Button size="small" onClick={() => setLeaving(false)}>
              {t.keep}
            </Button>
          </div>
        </div>
      ) : null}
      {isTeam ? (
        <p className="text-muted text-xs">
          {ownerName ? t.madeBy(ownerName) : t.madeByFormer}
          {mayChange ? null : ` ${t.whoMayChange}`}
        </p>
      ) : null}
    </div>
  );
}

type RenameViewFormProps = { view: SavedViewName; action: ViewAction };

/** Gives a view another name; its list stays. */
function RenameViewForm({ view, action }: RenameViewFormProps) {
  const t = savedViewsPanelTexts();
  const [state, submit] = useActionState(action, { fault: null, isDone: false });
  const [name, setName] = useState(view.name);
  return (
    <form action={submit} className="flex items-end gap-1.5">
      <input type="hidden" name="view" value={view.id} />
      <div className="min-w-0 flex-1">
        <Field
          label={t.name}
          name="name"
          value={name}
          maxLength={80}
          required
          autoComplete="off"
          error={state.fault}
          onChange={(event) => setName(event.target.value)}
          className="h-8"
        />
      </div>
      {name.trim() === view.name ? null : (
        <SubmitButton variant="secondary" size="small">
          {t.rename}
        </SubmitButton>
      )}
    </form>
  );
}

type ViewButtonProps = {
  action: ViewAction;
  fields: Record<string, string>;
  variant?: "secondary" | "danger" | "primary";
  children: React.ReactNode;
};

/** One thing to do with a view, and why it wasn't done. */
export function ViewButton({ action, fields, variant = "secondary", children }: ViewButtonProps) {
  const [{ fault }, submit] = useActionState(action, notSent);
  return (
    <form action={submit} className="max-w-full">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton variant={variant} size="small">
        {children}
      </SubmitButton>
      <p role="status" className="text-bad text-xs empty:hidden">
        {fault}
      </p>
    </form>
  );
}

const notSent: ViewFormState = { fault: null, isDone: false };

export const savedViewsPanelTexts = texts("savedViewsPanel", {
  began: "Unsaved changes to {view}.",
  update: "Update view",
  undo: "Undo changes",
  allCalls: "All calls",
  mentions: "Mentions of me",
  mine: "Mine",
  noneMine: "No saved views yet.",
  team: "Team",
  noneTeam: "None yet. Views saved for the team appear here for everyone.",
  saveNew: "Save this list as a new view",
  saveFirst: "Save this list as a view",
  name: "Name",
  forWhom: "Visible to",
  forMe: "Only me",
  forTeam: "The team",
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  isTeamDefault: "Team’s default",
  isMyDefault: "My default",
  optionsOf: (view: string) => `Options of ${view}`,
  rename: "Rename",
  makeMyDefault: "Make my default",
  notMyDefault: "Not my default",
  makeTeamDefault: "Make the team’s default",
  notTeamDefault: "Not the team’s default",
  replace: "Replace with this list",
  share: "Share with the team",
  delete: "Delete",
  asksDelete: (view: string) => `Delete “${view}”? The calls stay.`,
  asksDeleteForAll: (view: string) => `Delete “${view}” for everyone? The calls stay.`,
  deleteView: "Delete view",
  keep: "Keep",
  madeBy: (owner: string) => `Created by ${owner}.`,
  madeByFormer: "Created by a former member.",
  whoMayChange: "Only they or an administrator can change it.",
});

type ViewLinkProps = { query: string | undefined; isActive: boolean; children: React.ReactNode };

/** Leads to the list of a view, once that is known, and closes the menu that it stands in. */
export function ViewLink({ query, isActive, children }: ViewLinkProps) {
  const name = <bdi className="truncate">{children}</bdi>;
  if (query === undefined) return <span className={viewLinkStyle}>{name}</span>;
  return (
    <ListLink
      href={viewHref(query)}
      scroll
      aria-current={isActive ? "true" : undefined}
      onClick={(event) => {
        const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
        if (isPlain) event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
      }}
      className={viewLinkStyle}
    >
      {name}
    </ListLink>
  );
}

const viewLinkStyle =
  "flex min-h-8 pointer-coarse:min-h-10 min-w-0 flex-1 items-center rounded px-2 text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent";

/** The address of the list that a view shows. */
export function viewHref(query: string): Route {
  return query === "" ? "/recordings" : (`/recordings?${query}` as Route);
}
