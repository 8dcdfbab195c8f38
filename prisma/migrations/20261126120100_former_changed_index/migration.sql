DROP INDEX "recording_changed_at_id_idx";
