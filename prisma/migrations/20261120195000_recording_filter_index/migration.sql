-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- The periods that an instant lies in, as one number each: its hour, and spans of 4, 16, 64 … hours
-- up to seven years. The number says which span it is, and which of all such spans since 1970.
CREATE FUNCTION recording_periods(at timestamptz) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[
    floor(date_part('epoch', at AT TIME ZONE 'UTC') / 3600)::bigint,
    (1::bigint << 40) + floor(date_part('epoch', at AT TIME ZONE 'UTC') / 14400)::bigint,
    (2::bigint << 40) + floor(date_part('epoch', at AT TIME ZONE 'UTC') / 57600)::bigint,
    (3::bigint << 40) + floor(date_part('epoch', at AT TIME ZONE 'UTC') / 230400)::bigint,
    (4::bigint << 40) + floor(date_part('epoch', at AT TIME ZONE 'UTC') / 921600)::bigint,
    (5::bigint << 40) + floor(date_part('epoch', at AT TIME ZONE 'UTC') / 3686400)::bigint,
    (6::bigint << 40) + floor(date_part('epoch', at AT TIME ZONE 'UTC') / 14745600)::bigint,
    (7::bigint << 40) + floor(date_part('epoch', at AT TIME ZONE 'UTC') / 58982400)::bigint,
    (8::bigint << 40) + floor(date_part('epoch', at AT TIME ZONE 'UTC') / 235929600)::bigint
  ]
$$;

-- The spans that a number of minutes lies in, as one number each: itself, and spans of 4, 16 and 64
-- minutes, above 1000, 2000 and 3000. Whatever lasts longer counts as 255 minutes.
CREATE FUNCTION recording_minute_spans(minutes int) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[
    greatest(least(minutes, 255), 0),
    1000 + greatest(least(minutes, 255), 0) / 4,
    2000 + greatest(least(minutes, 255), 0) / 16,
    3000 + greatest(least(minutes, 255), 0) / 64
  ]
$$;

-- One index for every combination of choices and searches, within any of these periods.
CREATE INDEX "recording_filter_idx" ON "recording" USING GIN (
  recording_periods("created_at"),
  recording_minute_spans("minutes_used"),
  "status",
  "campaign",
  "customer_gender",
  "customer_type",
  "has_transcript",
  "customer_is_confirmed",
  "customer_is_phone_number_correct",
  "search_text" gin_trgm_ops,
  "phone_digits" gin_trgm_ops
);

-- DropIndex
DROP INDEX "recording_search_text_idx";

-- DropIndex
DROP INDEX "recording_phone_digits_idx";
