CREATE TYPE "sound_state" AS ENUM (
  'waiting', 'not_ready', 'kept', 'refused', 'gone', 'too_large', 'not_audio'
);

CREATE TABLE "sound" (
    "recording_id" TEXT NOT NULL,
    "attachment" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "told_at" TIMESTAMPTZ NOT NULL,
    "state" "sound_state" NOT NULL,
    "since" TIMESTAMPTZ NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ,
    "fault" TEXT,
    "tried_at" TIMESTAMPTZ,
    "claimed_by" UUID,
    "claimed_until" TIMESTAMPTZ,
    "sha256" BYTEA,

    CONSTRAINT "sound_pkey" PRIMARY KEY ("recording_id")
);

CREATE TABLE "sound_file" (
    "recording_id" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "attachment" TEXT NOT NULL,
    "kept_at" TIMESTAMPTZ NOT NULL,
    "bytes" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "measured_at" TIMESTAMPTZ,
    "measure_tries" INTEGER NOT NULL DEFAULT 0,
    "duration_ms" INTEGER,
    "channels" SMALLINT,
    "peaks" BYTEA,
    "proved_at" TIMESTAMPTZ NOT NULL,
    "proof_fault" TEXT,

    CONSTRAINT "sound_file_pkey" PRIMARY KEY ("recording_id", "sha256")
);

CREATE INDEX "sound_host_next_try_at_idx" ON "sound"("host", "next_try_at");
CREATE INDEX "sound_claimed_until_idx" ON "sound"("claimed_until");
CREATE INDEX "sound_file_sha256_idx" ON "sound_file"("sha256");
CREATE INDEX "sound_file_measured_at_idx" ON "sound_file"("measured_at");
