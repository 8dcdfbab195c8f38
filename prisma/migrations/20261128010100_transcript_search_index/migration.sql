CREATE INDEX CONCURRENTLY "transcript_search_text_idx" ON "transcript_search" USING GIN (
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
  "search_text" gin_trgm_ops,
  "signs"
);
