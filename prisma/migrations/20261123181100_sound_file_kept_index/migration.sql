CREATE INDEX CONCURRENTLY "sound_file_kept_at_recording_id_sha256_bytes_idx" ON "sound_file"("kept_at", "recording_id", "sha256", "bytes");
