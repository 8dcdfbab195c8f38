-- The index of all choices and searches, in plain expressions instead of functions, so that no function is of
-- a large table. The version before is answered by it, too: PostgreSQL writes out what its functions say.
CREATE INDEX CONCURRENTLY "recording_filter_idx" ON "recording" USING GIN (
  (ARRAY[
    floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 3600)::bigint,
    (1::bigint << 40) + floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 14400)::bigint,
    (2::bigint << 40) + floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 57600)::bigint,
    (3::bigint << 40) + floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 230400)::bigint,
    (4::bigint << 40) + floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 921600)::bigint,
    (5::bigint << 40) + floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 3686400)::bigint,
    (6::bigint << 40) + floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 14745600)::bigint,
    (7::bigint << 40) + floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 58982400)::bigint,
    (8::bigint << 40) + floor(date_part('epoch', "created_at" AT TIME ZONE 'UTC') / 235929600)::bigint
  ]),
  (ARRAY[
    greatest(least("minutes_used", 255), 0),
    1000 + greatest(least("minutes_used", 255), 0) / 4,
    2000 + greatest(least("minutes_used", 255), 0) / 16,
    3000 + greatest(least("minutes_used", 255), 0) / 64
  ]),
  "status",
  "campaign",
  "customer_gender",
  "customer_type",
  "has_transcript",
  "customer_is_confirmed",
  "customer_is_phone_number_correct",
  "is_incomplete",
  "signs",
  "search_text" gin_trgm_ops,
  "phone_digits" gin_trgm_ops
) WITH (gin_pending_list_limit = 24576);
