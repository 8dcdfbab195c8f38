import { array, chance, usualSigns } from "./generated-calls";

/** The tables that are filled here, whose indexes are built when all is in. */
export const markTables = [
  "call_mark",
  "heard",
  "listen",
  "note",
  "tag",
  "recording_tag",
  "review",
  "sound_protection",
];
export const transcriptTables = ["transcript", "transcript_search"];

/** What a transcript of these calls says; one of two thousand says a word that stands nowhere else. */
const spoken = `concat('Good morning, this is the agent of the ', campaign, '. ', summary,
  ' Would tomorrow at ten suit you? It would, thank you. I have noted that, and will send a message.',
  CASE WHEN accepted_seq % 2000 = 0 THEN ' And do you still play the xylophone?' END)`;

/**
 * What a team tells beside these calls. The audio of most is kept, of some it isn't, of few it is gone, and
 * one of thirty is shorter than billed; four of ten were heard by somebody, two of them for half, one of
 * them by a listener; one of a hundred has a tag and a note, one of five hundred mentions somebody, one of fifty a review; one of two hundred is
 * protected.
 */
export const insertMarks = [
  `INSERT INTO call_mark (recording_id, mark, created_at)
   SELECT id, 'audio:' || CASE WHEN by_state < 0.0001 THEN 'gone' WHEN by_state < 0.002 THEN 'refused'
     WHEN by_state < 0.03 THEN 'not_ready' ELSE 'kept' END, created_at
   FROM (SELECT id, created_at, ${chance("accepted_seq", 14)} AS by_state FROM recording) AS call
   UNION ALL
   SELECT id, mark, created_at FROM recording CROSS JOIN (VALUES
     ('heard:anyone', 10, 4), ('heard:half', 10, 2), ('heard:listener', 10, 1),
     ('tag:vip', 100, 1), ('notes:true', 100, 1), ('review:to_review', 100, 1),
     ('mentioned:listener', 500, 1), ('review:flagged', 1000, 3), ('check:length', 30, 1), ('protected:true', 200, 1),
     ('text:kept', 5, 1)) AS told (mark, of, many)
   WHERE accepted_seq % of < many`,
  `INSERT INTO heard (recording_id, user_id, ranges, seconds, first_at, last_at)
   SELECT id, 'listener', '{0,30}', 30, created_at, created_at FROM recording WHERE accepted_seq % 10 < 4`,
  `INSERT INTO listen (recording_id, user_id, id, started_at, last_at, ranges, seconds)
   SELECT recording_id, user_id, md5(recording_id)::uuid, first_at, last_at, ranges, seconds FROM heard`,
  `INSERT INTO note (recording_id, id, text, author_id, created_at)
   SELECT id, md5(id)::uuid, 'Ask again about call ' || accepted_seq, 'listener', created_at
   FROM recording WHERE accepted_seq % 100 = 0`,
  `INSERT INTO tag (key, name, name_key, colour, created_by, changed_by)
   VALUES ('vip', 'VIP', 'vip', 'blue', 'listener', 'listener')`,
  `INSERT INTO recording_tag (recording_id, id, tag_key, is_on, added_by, added_at)
   SELECT id, md5(id)::uuid, 'vip', true, 'listener', created_at
   FROM recording WHERE accepted_seq % 100 = 0`,
  `INSERT INTO review (recording_id, id, state, reason, reviewed_by, reviewed_at, is_current)
   SELECT recording_id, md5(mark)::uuid, substr(mark, 8)::review_state, '', 'listener', created_at,
     CASE WHEN mark = 'review:to_review' THEN true END
   FROM call_mark WHERE mark IN ('review:to_review', 'review:flagged')`,
  `INSERT INTO sound_protection (recording_id, protected_by, protected_at)
   SELECT id, 'listener', created_at FROM recording WHERE accepted_seq % 200 = 0`,
];

/** One call of five has a transcript. */
export const insertTranscripts = [
  `INSERT INTO transcript (recording_id, id, is_current, source, name, language, cues, text, created_at)
   SELECT id, md5(id)::uuid, true, 'made', 'bench', 'en', jsonb_build_array(jsonb_build_object('text', said,
     'startMs', 0, 'endMs', 9000, 'speaker', NULL, 'words', '[]'::jsonb)), said, created_at
   FROM (SELECT id, created_at, ${spoken} AS said FROM recording WHERE accepted_seq % 5 = 0) AS call`,
  `INSERT INTO transcript_search (recording_id, created_at, search_text, signs)
   SELECT recording_id, created_at, lower(text), ${array(usualSigns)} FROM transcript`,
];
