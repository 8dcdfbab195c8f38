-- CreateEnum
CREATE TYPE "total_period" AS ENUM ('day', 'month');

-- CreateTable
CREATE TABLE "recording_total_zones" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "zones" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "recording_total_zones_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "recording_total_zones_one_row" CHECK ("id" = 1)
);

INSERT INTO "recording_total_zones" DEFAULT VALUES;

-- CreateTable
CREATE TABLE "recording_total" (
    "zone" TEXT NOT NULL,
    "period" "total_period" NOT NULL,
    "starts_on" DATE NOT NULL,
    "status" TEXT NOT NULL,
    "campaign" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "minutes" BIGINT NOT NULL,
    "with_transcript" BIGINT NOT NULL,
    "confirmed" BIGINT NOT NULL,
    "phone_number_correct" BIGINT NOT NULL,

    CONSTRAINT "recording_total_pkey" PRIMARY KEY ("zone","period","starts_on","status","campaign")
);

-- CreateTable
CREATE TABLE "recording_value_total" (
    "zone" TEXT NOT NULL,
    "period" "total_period" NOT NULL,
    "starts_on" DATE NOT NULL,
    "field" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "campaign" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "recording_value_total_pkey" PRIMARY KEY ("zone","period","starts_on","field","value","status","campaign")
);

-- CreateTable
CREATE TABLE "recording_total_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "status" TEXT NOT NULL,
    "campaign" TEXT NOT NULL,
    "gender" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "minutes" BIGINT NOT NULL,
    "with_transcript" BIGINT NOT NULL,
    "confirmed" BIGINT NOT NULL,
    "phone_number_correct" BIGINT NOT NULL,

    CONSTRAINT "recording_total_change_pkey" PRIMARY KEY ("id")
);

-- What a statement added to the recordings and took from them, counted in the days of each zone.
-- Only rows are inserted, so that two writers never wait for each other; but the lock on the zones
-- fails a writer whose snapshot is older than a zone that was added meanwhile (40001, tried again).
CREATE FUNCTION note_recording_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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
           customer_gender, coalesce(customer_type, ''), sum(sign), sum(sign * minutes_used::bigint),
           sum(sign * has_transcript::int), sum(sign * customer_is_confirmed::int),
           sum(sign * customer_is_phone_number_correct::int)
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

CREATE TRIGGER recording_totals_insert AFTER INSERT ON recording
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_recording_totals();

CREATE TRIGGER recording_totals_update AFTER UPDATE ON recording
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_recording_totals();

CREATE TRIGGER recording_totals_delete AFTER DELETE ON recording
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION note_recording_totals();
