CREATE INDEX CONCURRENTLY "sound_state_source_checked_at_idx" ON "sound"("state", "source_checked_at");
