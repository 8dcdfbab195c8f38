CREATE INDEX CONCURRENTLY "recording_changed_at_id_idx" ON "recording"("changed_at" DESC, "id" DESC);
