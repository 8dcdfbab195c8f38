-- Its successor orders unknown minutes, too. The version before sorts without an index until it ends.
DROP INDEX "recording_minutes_used_id_idx";
