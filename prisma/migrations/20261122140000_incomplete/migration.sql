-- What can't be read is null, and problems say so. The version before writes none of these.
ALTER TABLE "recording" ALTER COLUMN "minutes_used" DROP NOT NULL,
  ALTER COLUMN "has_transcript" DROP NOT NULL,
  ALTER COLUMN "customer_is_confirmed" DROP NOT NULL,
  ALTER COLUMN "customer_is_phone_number_correct" DROP NOT NULL,
  ADD COLUMN "problems" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "is_incomplete" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "customer" ALTER COLUMN "is_confirmed" DROP NOT NULL,
  ALTER COLUMN "is_phone_number_correct" DROP NOT NULL;

-- The same as before, but that nothing is added up of what is not known.
CREATE OR REPLACE FUNCTION note_recording_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept text[];
BEGIN
  SELECT zones INTO kept FROM recording_total_zones WHERE id = 1 FOR SHARE;
  IF cardinality(kept) = 0 THEN
    RETURN NULL;
  END IF;
  EXECUTE format($statement$
    INSERT INTO recording_total_change (zone, day, status, campaign, gender, type, calls, minutes,
                                        with_transcript, confirmed, phone_number_correct)
    SELECT zone, (created_at AT TIME ZONE zone)::date, status, coalesce(campaign, ''),
           customer_gender, coalesce(customer_type, ''), sum(sign),
           coalesce(sum(sign * minutes_used::bigint), 0),
           coalesce(sum(sign * has_transcript::int), 0),
           coalesce(sum(sign * customer_is_confirmed::int), 0),
           coalesce(sum(sign * customer_is_phone_number_correct::int), 0)
    FROM (%s) AS changed CROSS JOIN unnest($1) AS zone
    GROUP BY 1, 2, 3, 4, 5, 6
    -- Most updates change nothing that is counted.
    HAVING sum(sign) <> 0 OR sum(sign * minutes_used::bigint) <> 0
        OR sum(sign * has_transcript::int) <> 0 OR sum(sign * customer_is_confirmed::int) <> 0
        OR sum(sign * customer_is_phone_number_correct::int) <> 0
  $statement$, CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM added'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM removed'
    ELSE 'SELECT 1 AS sign, * FROM added UNION ALL SELECT -1, * FROM removed'
  END) USING kept;
  RETURN NULL;
END $$;

-- The same as before, but that a call without a customer id is nobody's.
CREATE OR REPLACE FUNCTION customer_calls_statement(recordings text, counted text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT format($statement$
    INSERT INTO customer_calls AS kept (customer_id, calls, last_call_at, last_call_id, name_key,
      phone_key, email_key, gender_key, is_phone_number_correct, is_contradictory)
    SELECT customer_id, %s, max(created_at),
      (array_agg(id ORDER BY created_at DESC, id DESC))[1],
      min(name_key), min(phone_key), min(email_key), min(gender_key), bool_and(is_correct),
      (min(name_key) <> max(name_key) OR min(phone_key) <> max(phone_key)
        OR min(email_key) <> max(email_key) OR min(gender_key) <> max(gender_key)
        OR bool_and(is_correct) <> bool_or(is_correct)) IS TRUE
    FROM (
      SELECT customer_id, created_at, id, customer_is_phone_number_correct AS is_correct,
        said_key(customer_first_name || customer_last_name) AS name_key,
        said_phone_key(phone_digits) AS phone_key, said_key(customer_email) AS email_key,
        said_key(customer_gender) AS gender_key
      FROM (%s) AS recording WHERE customer_id <> ''
    ) AS said
    GROUP BY customer_id ORDER BY customer_id
    ON CONFLICT (customer_id) DO UPDATE SET
      calls = kept.calls + excluded.calls,
      last_call_at = greatest(kept.last_call_at, excluded.last_call_at),
      last_call_id = CASE WHEN (kept.last_call_at, kept.last_call_id)
                               > (excluded.last_call_at, excluded.last_call_id)
                          THEN kept.last_call_id ELSE excluded.last_call_id END,
      name_key = least(kept.name_key, excluded.name_key),
      phone_key = least(kept.phone_key, excluded.phone_key),
      email_key = least(kept.email_key, excluded.email_key),
      gender_key = least(kept.gender_key, excluded.gender_key),
      is_phone_number_correct =
        least(kept.is_phone_number_correct, excluded.is_phone_number_correct),
      is_contradictory = kept.is_contradictory OR excluded.is_contradictory
        OR (kept.name_key <> excluded.name_key OR kept.phone_key <> excluded.phone_key
          OR kept.email_key <> excluded.email_key OR kept.gender_key <> excluded.gender_key
          OR kept.is_phone_number_correct <> excluded.is_phone_number_correct) IS TRUE
  $statement$, counted, recordings)
$$;

CREATE OR REPLACE FUNCTION note_customer_calls() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched text[];
  changes int[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE customer_calls_statement('SELECT * FROM added', 'count(*)');
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    SELECT array_agg(customer_id), array_agg(change) INTO touched, changes
    FROM (SELECT customer_id, -count(*)::int AS change FROM removed WHERE customer_id <> ''
          GROUP BY 1) AS counted;
  ELSE
    -- Most updates change nothing of this.
    SELECT array_agg(customer_id), array_agg(change) INTO touched, changes
    FROM (
      SELECT named.customer_id, sum(named.change)::int AS change
      FROM removed AS past JOIN added AS present USING (id)
      CROSS JOIN LATERAL (VALUES (past.customer_id, -1), (present.customer_id, 1))
        AS named (customer_id, change)
      WHERE named.customer_id <> '' AND
            (past.customer_id, past.created_at, past.customer_first_name, past.customer_last_name,
             past.phone_digits, past.customer_email, past.customer_gender,
             past.customer_is_phone_number_correct)
        IS DISTINCT FROM
            (present.customer_id, present.created_at, present.customer_first_name,
             present.customer_last_name, present.phone_digits, present.customer_email,
             present.customer_gender, present.customer_is_phone_number_correct)
      GROUP BY 1
    ) AS counted;
  END IF;
  IF touched IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO customer_calls AS kept (customer_id, calls, last_call_at, last_call_id,
                                      is_contradictory)
  SELECT customer_id, change, '-infinity', '', false
  FROM unnest(touched, changes) AS counted (customer_id, change) ORDER BY customer_id
  ON CONFLICT (customer_id) DO UPDATE SET
    calls = kept.calls + excluded.calls, last_call_at = '-infinity', last_call_id = '',
    name_key = NULL, phone_key = NULL, email_key = NULL, gender_key = NULL,
    is_phone_number_correct = NULL, is_contradictory = false;
  EXECUTE customer_calls_statement('SELECT * FROM recording WHERE customer_id = ANY($1)', '0')
    USING touched;
  RETURN NULL;
END $$;
