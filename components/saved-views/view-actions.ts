import type { ViewFormState } from "@/lib/saved-views/views";

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
