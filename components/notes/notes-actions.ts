import type {
  addNote,
  changeNote,
  changeReview,
  makeTag,
  readCallHistory,
  readNoteHistory,
  readPeople,
  readTags,
  removeNote,
  switchTag,
} from "@/lib/notes/actions";

/** What choosing a tag takes. */
export type TagActions = {
  list: typeof readTags;
  make: typeof makeTag;
  set: typeof switchTag;
};

/** What the notes of a call can be told. */
export type NotesActions = {
  add: typeof addNote;
  change: typeof changeNote;
  remove: typeof removeNote;
  review: typeof changeReview;
  history: typeof readNoteHistory;
  callHistory: typeof readCallHistory;
  people: typeof readPeople;
  tags: TagActions;
};
