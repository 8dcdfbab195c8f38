CREATE INDEX CONCURRENTLY "recording_signs_idx"
  ON "recording" USING GIN (recording_periods("created_at"), "signs");
