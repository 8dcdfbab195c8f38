import type { ViewActions } from "@/components/saved-views/view-actions";
import {
  chooseDefaultView,
  chooseTeamDefaultView,
  deleteSavedView,
  renameSavedView,
  replaceSavedView,
  saveView,
  shareSavedView,
} from "@/lib/saved-views/actions";

export const viewActions: ViewActions = {
  save: saveView,
  rename: renameSavedView,
  replace: replaceSavedView,
  share: shareSavedView,
  remove: deleteSavedView,
  chooseDefault: chooseDefaultView,
  chooseTeamDefault: chooseTeamDefaultView,
};
