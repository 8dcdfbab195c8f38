"use client";

import { useActionState, useEffect, useId, useState } from "react";
import { fillText } from "@/components/format/text";
import { fetchJson } from "@/components/live/fetch-json";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Choice } from "@/components/ui/controls/choice";
import { Field } from "@/components/ui/controls/field";
import * as v from "@/lib/platform/shape";
import { type SavedViewName, savedViewSchema } from "@/lib/saved-views/views";
import { savedViewsPanelTexts, ViewButton, ViewLink, ViewRow } from "./view-row";
import { useViewState, type ViewAction, type ViewsMenuProps } from "./views-menu";

/** Every view that this person has, and the way to keep the present list as one more. */
export default function ViewsPanel({ views: promise, ...props }: ViewsMenuProps) {
  const t = savedViewsPanelTexts();
  const { current, actions, isAdministrator } = props;
  const { views, active, changed } = useViewState(promise, current);
  const queries = useQueries(promise);
  const [opened, setOpened] = useState<string | null>(null);
  const rows = (isTeam: boolean) =>
    views
      .filter((view) => view.isTeam === isTeam)
      .map((view) => (
        <ViewRow
          key={view.id}
          view={view}
          query={queries.get(view.id)}
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
      {changed ? (
        <ChangedView
          view={changed}
          query={queries.get(changed.id)}
          current={current}
          action={actions.replace}
        />
      ) : null}
      <div className="p-1.5">
        <ViewLink query="" isActive={current === "" && !active}>
          {t.allCalls}
        </ViewLink>
        <ViewLink query="mentioned=me" isActive={current === "mentioned=me" && !active}>
          {t.mentions}
        </ViewLink>
      </div>
      <Group title={t.mine} none={t.noneMine}>
        {rows(false)}
      </Group>
      <Group title={t.team} none={t.noneTeam}>
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

/** The addresses of the views' lists by their ids, asked for here and whenever views were changed. */
function useQueries(promise: Promise<SavedViewName[]>): ReadonlyMap<string, string> {
  const [queries, setQueries] = useState<ReadonlyMap<string, string>>(new Map());

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a view comes with new names.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    fetchJson("/api/saved-views", savedViewsSchema, { signal }).then((fetched) => {
      if (!fetched.isOk || signal.aborted) return;
      setQueries(new Map(fetched.answer.map(({ id, query }) => [id, query])));
    });
    return () => leaving.abort();
  }, [promise]);

  return queries;
}

const savedViewsSchema = v.array(savedViewSchema);

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

type ChangedViewProps = {
  view: SavedViewName;
  query: string | undefined;
  current: string;
  action: ViewAction;
};

/** The list came from a view and is another one by now. */
function ChangedView({ view, query, current, action }: ChangedViewProps) {
  const t = savedViewsPanelTexts();
  return (
    <div className="space-y-2 border-line border-b bg-canvas p-3">
      <p className="wrap-anywhere">
        {fillText(t.began, { view: <bdi className="font-medium">{view.name}</bdi> })}
      </p>
      <div className="flex flex-wrap items-center gap-1.5">
        {view.mayChange ? (
          <ViewButton action={action} fields={{ view: view.id, query: current }} variant="primary">
            {t.update}
          </ViewButton>
        ) : null}
        <div className="flex">
          <ViewLink query={query} isActive={false}>
            {t.undo}
          </ViewLink>
        </div>
      </div>
    </div>
  );
}

type SaveViewFormProps = {
  current: string;
  action: ViewAction;
  /** Whether there is a view already that this list is or was. */
  isNew: boolean;
};

/** Keeps the present list under a name. */
function SaveViewForm({ current, action, isNew }: SaveViewFormProps) {
  const t = savedViewsPanelTexts();
  const [state, submit] = useActionState(action, { fault: null, isDone: false });
  const [name, setName] = useState("");
  const [isTeam, setTeam] = useState(false);
  const [isEdited, setEdited] = useState(false);

  useEffect(() => {
    setEdited(false);
    if (state.isDone) setName("");
  }, [state]);

  return (
    <form action={submit} className="space-y-2.5 border-line border-t p-3">
      <input type="hidden" name="query" value={current} />
      <Field
        label={isNew ? t.saveNew : t.saveFirst}
        name="name"
        placeholder={t.name}
        value={name}
        maxLength={80}
        required
        autoComplete="off"
        error={isEdited ? null : state.fault}
        onChange={(event) => {
          setName(event.target.value);
          setEdited(true);
        }}
      />
      <div className="flex items-center justify-between gap-2">
        <fieldset className="flex gap-3">
          <legend className="sr-only">{t.forWhom}</legend>
          <Choice name="for" value="me" checked={!isTeam} onChange={() => setTeam(false)}>
            {t.forMe}
          </Choice>
          <Choice name="for" value="team" checked={isTeam} onChange={() => setTeam(true)}>
            {t.forTeam}
          </Choice>
        </fieldset>
        <SubmitButton size="small" pendingText={t.saving}>
          {t.save}
        </SubmitButton>
      </div>
      {/* Always there, so that a screen reader notices what comes into it. */}
      <p role="status" className="text-good text-xs empty:hidden">
        {state.isDone && !isEdited ? t.saved : null}
      </p>
    </form>
  );
}
