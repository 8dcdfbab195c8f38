-- two-phase: since 20261122150100 the writer of recordings compares customers, and nothing calls it.
DROP FUNCTION said_phone_key(text);
-- two-phase: the same.
DROP FUNCTION said_key(text);
-- two-phase: since 20261122150100 no version writes it, and each names the columns that it reads.
ALTER TABLE "recording" DROP COLUMN "delivery_count";
-- two-phase: since 20261122150100 nothing reads it.
DROP TABLE "recording_total_zones";
