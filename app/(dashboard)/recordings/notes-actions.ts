import type { NotesActions } from "@/components/notes/notes-section";
import {
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

/** What the notes of a call can be told, wherever it is shown. */
export const notesActions: NotesActions = {
  ...{ add: addNote, change: changeNote, remove: removeNote },
  ...{
    review: changeReview,
    history: readNoteHistory,
    callHistory: readCallHistory,
    people: readPeople,
  },
  tags: { list: readTags, make: makeTag, set: switchTag },
};
