CREATE INDEX CONCURRENTLY "sound_next_try_at_idx" ON "sound"("next_try_at");
