import type { NotesActions } from "@/components/notes/notes-actions";
import {
  addNote,
  changeNote,
  changeReview,
  makeTag,
  readMarkEvents,
  readNoteHistory,
  readPeople,
  readTags,
  removeNote,
  switchTag,
} from "@/lib/notes/actions";

/** What the notes of a call can be told, wherever it is shown. */
export const notesActions: NotesActions = {
  ...{ add: addNote, change: changeNote, remove: removeNote },
  ...{ review: changeReview, history: readNoteHistory, events: readMarkEvents, people: readPeople },
  tags: { list: readTags, make: makeTag, set: switchTag },
};
