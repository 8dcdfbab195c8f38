CREATE INDEX CONCURRENTLY "sound_file_proved_at_idx" ON "sound_file"("proved_at");
