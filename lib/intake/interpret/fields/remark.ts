import type { JsonValue } from "../json/read-json";
import type { Observation } from "./observation";

/** Something about one place in a body: why a record is held back, or how a value was taken. */
export type Remark = { path: string; message: string };
export type Remarks = {
  problems: Remark[];
  notices: Remark[];
  observations: Observation[];
  /** Where each field was looked for, if anybody wants to know. */
  sources?: FieldSource[];
};

/** A field that was looked for, the places in the body where it was found, and what stood there. */
export type FieldSource = { path: string; places: string[]; given: JsonValue[] };

/** Where an object is missing as a whole, its single fields need no words. */
export function unheard(): Remarks {
  return { problems: [], notices: [], observations: [] };
}
