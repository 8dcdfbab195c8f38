import { randomBytes, randomInt } from "node:crypto";
import type pg from "pg";
import type { Words } from "../requests/traces";

/** A call whose every field can be told from everything else in the world. */
export type MarkedRecording = {
  id: string;
  customerId: string;
  campaign: string;
  payload: object;
  /** What may be found of it, by field. */
  marks: Words;
};

/** @param marker stands in each text; in the files' addresses too, where the caller put it. */
export function markRecording(
  marker: string,
  files: { audioUrl: string; rosterUrl: string },
): MarkedRecording {
  const id = `call-${randomBytes(8).toString("hex")}`;
  const customerId = `person-${randomBytes(8).toString("hex")}`;
  const campaign = `${marker}-campaign`;
  const minutes = randomInt(1_000_000_000, 2_000_000_000);
  const [area, line] = [String(randomInt(201, 989)), String(randomInt(1_000, 9_999))];
  const attributes = {
    minutes_used: minutes,
    call_sid: `${marker}-sid`,
    recording_attachment: files.audioUrl,
    campaign,
    customer: {
      details: {
        id: customerId,
        first_name: `${marker}-first`,
        last_name: `${marker}-last`,
        phone_number: `+1${area}555${line}`,
        gender: `${marker}-gender`,
        email: `${marker}@customer.example`,
        type: `${marker}-type`,
        is_confirmed: true,
        is_phone_number_correct: true,
        [`${marker}-detail`]: `${marker}-unknown-detail`,
      },
      roster_attachment: files.rosterUrl,
    },
    has_transcript: true,
    summary: `${marker}-summary`,
    created_at: new Date().toISOString(),
    status: `${marker}-status`,
    [`${marker}-key`]: { inside: `${marker}-unknown` },
  };
  return {
    id,
    customerId,
    campaign,
    payload: { data: { type: "recordings", id, attributes } },
    marks: {
      "a field of the call": marker,
      "the call's id": id,
      "the customer's id": customerId,
      "the minutes": String(minutes),
      "the minutes with separators": minutes.toLocaleString("en"),
      "the phone number": `${area}555${line}`,
      "the phone number, spaced": `${area} 555 ${line}`,
      "the phone number, dashed": `${area}-555-${line}`,
      "the phone number, in brackets": `(${area}) 555-${line}`,
    },
  };
}

/** Somebody who has left has listened to the call, and left a note, a tag and a transcript. */
export async function sayOfMarked(
  { id, marks }: MarkedRecording,
  database: pg.Client,
): Promise<void> {
  const word = marks["a field of the call"];
  await database.query(
    `INSERT INTO note (recording_id, id, text, author_id, created_at)
     VALUES ($1, gen_random_uuid(), $2, 'gone', now())`,
    [id, `${word}-note`],
  );
  await database.query(
    `INSERT INTO transcript (recording_id, id, is_current, source, name, language, cues, text,
       created_by, created_at)
     VALUES ($1, gen_random_uuid(), true, 'uploaded', 'a.txt', '', jsonb_build_array(
       jsonb_build_object('text', $2::text, 'startMs', null, 'endMs', null, 'speaker', null,
         'words', '[]'::jsonb)), $2::text, 'gone', now())`,
    [id, `${word}-said`],
  );
  await database.query(
    `INSERT INTO tag (key, name, name_key, colour, created_by, changed_by)
     VALUES ('t', $1, $1, 'blue', 'gone', 'gone')`,
    [`${word}-tag`],
  );
  await database.query(
    `INSERT INTO listen (recording_id, user_id, id, started_at, last_at, ranges, seconds)
     VALUES ($1, 'gone', gen_random_uuid(), now(), now(), '{0,9}', 9)`,
    [id],
  );
}
