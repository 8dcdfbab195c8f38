-- Minutes that are not known stand below all others.
CREATE INDEX CONCURRENTLY "recording_known_minutes_idx"
  ON "recording" ((coalesce("minutes_used", '-2147483648'::int)) DESC, "id" DESC);
