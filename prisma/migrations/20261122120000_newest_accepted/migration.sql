-- The version before goes on writing beside these: what it writes has no payload and no judgement.
ALTER TABLE "recording" ADD COLUMN "accepted_position" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "newest_seq" BIGINT,
  ADD COLUMN "newest_position" INTEGER;

ALTER TABLE "recording_delivery" ADD COLUMN "payload_hash" BYTEA,
  ADD COLUMN "customer_id" TEXT,
  ADD COLUMN "is_retry" BOOLEAN,
  ADD COLUMN "taken_by" TEXT,
  ADD COLUMN "taken_at" TIMESTAMPTZ;

ALTER TABLE "customer" ADD COLUMN "accepted_position" INTEGER NOT NULL DEFAULT 0;
