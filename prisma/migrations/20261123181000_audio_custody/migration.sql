ALTER TYPE "sound_state" ADD VALUE 'removed';

ALTER TABLE "sound" ADD COLUMN "source_checked_at" TIMESTAMPTZ(6), ADD COLUMN "source_gone_at" TIMESTAMPTZ(6);

CREATE TABLE "sound_protection" (
    "recording_id" TEXT NOT NULL,
    "protected_by" TEXT NOT NULL,
    "protected_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sound_protection_pkey" PRIMARY KEY ("recording_id")
);

CREATE TABLE "sound_removal" (
    "recording_id" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "removed_at" TIMESTAMPTZ(6) NOT NULL,
    "bytes" BIGINT NOT NULL,
    "kept_at" TIMESTAMPTZ(6) NOT NULL,
    "keep_days" INTEGER NOT NULL,
    "is_pending" BOOLEAN,

    CONSTRAINT "sound_removal_pkey" PRIMARY KEY ("recording_id", "sha256", "removed_at")
);

CREATE INDEX "sound_removal_is_pending_idx" ON "sound_removal"("is_pending");

CREATE INDEX "sound_removal_removed_at_idx" ON "sound_removal"("removed_at");

CREATE TABLE "sound_usage" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "files" BIGINT NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "counted_at" TIMESTAMPTZ(6),

    CONSTRAINT "sound_usage_pkey" PRIMARY KEY ("id")
);
