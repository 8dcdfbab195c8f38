CREATE INDEX CONCURRENTLY "sound_file_type_measured_by_idx" ON "sound_file"("type", "measured_by");
