-- AlterTable
ALTER TABLE "customer"
  ADD COLUMN "sort_name" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "search_text" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "phone_digits" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "phone_end" TEXT NOT NULL DEFAULT '';

-- As near to the product's own folding as SQL comes; a person's next change is folded by itself.
UPDATE "customer" SET
  "sort_name" = left(folded.name, 200),
  "search_text" = concat_ws(E'\n', nullif(folded.name, ''), nullif(folded.email, ''), lower("id")),
  "phone_digits" = folded.digits,
  "phone_end" = right(folded.digits, 7)
FROM (
  SELECT "id" AS folded_id,
    lower(normalize(regexp_replace(normalize(trim("first_name" || ' ' || "last_name"), NFKD), '[\u0300-\u036f]', '', 'g'), NFC)) AS name,
    lower(normalize(regexp_replace(normalize(coalesce("email", ''), NFKD), '[\u0300-\u036f]', '', 'g'), NFC)) AS email,
    regexp_replace(normalize("phone_number", NFKC), '[^0-9]', '', 'g') AS digits
  FROM "customer"
) AS folded
WHERE "id" = folded.folded_id;

ALTER TABLE "customer"
  ALTER COLUMN "sort_name" DROP DEFAULT,
  ALTER COLUMN "search_text" DROP DEFAULT,
  ALTER COLUMN "phone_digits" DROP DEFAULT,
  ALTER COLUMN "phone_end" DROP DEFAULT;

-- CreateTable
CREATE TABLE "customer_calls" (
    "customer_id" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "last_call_at" TIMESTAMPTZ NOT NULL,
    "last_call_id" TEXT NOT NULL,
    "name_key" BIGINT,
    "phone_key" BIGINT,
    "email_key" BIGINT,
    "gender_key" BIGINT,
    "is_phone_number_correct" BOOLEAN,
    "is_contradictory" BOOLEAN NOT NULL,

    CONSTRAINT "customer_calls_pkey" PRIMARY KEY ("customer_id")
);

-- What is equal says the same, however it is written; null says nothing. One expression, so that
-- PostgreSQL writes it into the query instead of calling it; and most texts are ASCII.
CREATE FUNCTION said_key(said text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('x' || left(md5(nullif(CASE WHEN octet_length(said) = length(said)
    THEN lower(translate(said, E' \t\r\n\f\v', ''))
    ELSE lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f\s]+', '', 'g'))
  END, '')), 16))::bit(64)::bigint
$$;

-- The last nine digits are the same in the national and the international spelling.
CREATE FUNCTION said_phone_key(digits text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT said_key(right(digits, 9))
$$;

-- The statement that adds the recordings of a query to what is kept of their customers, counted or
-- not. Every writer of a customer's recordings writes that one row, so that of two that don't see
-- each other one fails (40001, tried again). The keys are the least that were said: another one
-- contradicts. What is added twice is the same as once, but for the count.
CREATE FUNCTION customer_calls_statement(recordings text, counted text) RETURNS text
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
      FROM (%s) AS recording
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

-- A customer whom no recording names, or none any more, is a customer with no calls.
CREATE FUNCTION add_customers_without_calls(customers text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO customer_calls (customer_id, calls, last_call_at, last_call_id, is_contradictory)
  SELECT id, 0, '-infinity', '', false FROM customer WHERE id = ANY(customers) ORDER BY id
  ON CONFLICT (customer_id) DO NOTHING
$$;

-- What left a customer can't be subtracted from a least: of whoever lost or changed a call, all but
-- the count is told anew by the calls. An INSERT that turns into an UPDATE for some rows fires both
-- triggers, so the count goes by what each changed.
CREATE FUNCTION note_customer_calls() RETURNS trigger LANGUAGE plpgsql AS $$
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
    FROM (SELECT customer_id, -count(*)::int AS change FROM removed GROUP BY 1) AS counted;
  ELSE
    -- Most updates change nothing of this.
    SELECT array_agg(customer_id), array_agg(change) INTO touched, changes
    FROM (
      SELECT named.customer_id, sum(named.change)::int AS change
      FROM removed AS past JOIN added AS present USING (id)
      CROSS JOIN LATERAL (VALUES (past.customer_id, -1), (present.customer_id, 1))
        AS named (customer_id, change)
      WHERE (past.customer_id, past.created_at, past.customer_first_name, past.customer_last_name,
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

CREATE FUNCTION note_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_customers_without_calls((SELECT array_agg(id) FROM added));
  ELSE
    DELETE FROM customer_calls USING removed WHERE customer_id = id AND calls = 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER customer_calls_insert AFTER INSERT ON recording
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_customer_calls();

CREATE TRIGGER customer_calls_update AFTER UPDATE ON recording
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_customer_calls();

CREATE TRIGGER customer_calls_delete AFTER DELETE ON recording
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION note_customer_calls();

CREATE TRIGGER customers_insert AFTER INSERT ON customer
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_customers();

CREATE TRIGGER customers_delete AFTER DELETE ON customer
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION note_customers();

-- What there is already.
DO $$
BEGIN
  EXECUTE customer_calls_statement('SELECT * FROM recording', 'count(*)');
  INSERT INTO customer_calls (customer_id, calls, last_call_at, last_call_id, is_contradictory)
  SELECT id, 0, '-infinity', '', false FROM customer ON CONFLICT (customer_id) DO NOTHING;
END $$;

-- CreateIndex
CREATE INDEX "customer_sort_name_id_idx" ON "customer"("sort_name", "id");

-- CreateIndex
CREATE INDEX "customer_type_idx" ON "customer"("type");

-- CreateIndex
CREATE INDEX "customer_phone_end_idx" ON "customer"("phone_end");

-- CreateIndex
CREATE INDEX "customer_search_text_idx" ON "customer" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "customer_phone_digits_idx" ON "customer" USING GIN ("phone_digits" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "customer_calls_last_call_at_customer_id_idx" ON "customer_calls"("last_call_at" DESC, "customer_id" DESC);

-- CreateIndex
CREATE INDEX "customer_calls_calls_customer_id_idx" ON "customer_calls"("calls" DESC, "customer_id" DESC);

-- CreateIndex
CREATE INDEX "customer_calls_is_contradictory_last_call_at_customer_id_idx" ON "customer_calls"("is_contradictory", "last_call_at" DESC, "customer_id" DESC);
