-- two-phase: since 20261127200100 what is new is found by `changed_at`, and statuses and what is incomplete
-- by the index of all choices.
DROP INDEX "recording_first_seq_idx";
DROP INDEX "recording_incomplete_idx";
DROP INDEX "recording_status_created_at_id_idx";

-- two-phase: since 20261127090000 nothing writes or reads it.
ALTER TABLE "delivery" DROP COLUMN "interpreted_at";
-- two-phase: the same.
ALTER TABLE "customer" DROP COLUMN "roster_attachment";
-- two-phase: the same.
DROP TABLE "silence_search";
