-- CreateEnum
CREATE TYPE "transcript_source" AS ENUM ('uploaded', 'made');

-- CreateEnum
CREATE TYPE "transcript_job_state" AS ENUM ('none', 'waiting', 'done', 'failed');

-- CreateTable
CREATE TABLE "transcript" (
    "recording_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "is_current" BOOLEAN,
    "source" "transcript_source" NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "cues" JSONB NOT NULL,
    "text" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL,
    "removed_by" TEXT,
    "removed_at" TIMESTAMPTZ,

    CONSTRAINT "transcript_pkey" PRIMARY KEY ("recording_id","id")
);

-- CreateTable
CREATE TABLE "transcript_search" (
    "recording_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "search_text" TEXT NOT NULL,
    "signs" TEXT[],

    CONSTRAINT "transcript_search_pkey" PRIMARY KEY ("recording_id")
);

-- CreateTable
CREATE TABLE "transcript_job" (
    "recording_id" TEXT NOT NULL,
    "state" "transcript_job_state" NOT NULL,
    "since" TIMESTAMPTZ NOT NULL,
    "requested_by" TEXT,
    "requested_at" TIMESTAMPTZ,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ,
    "fault" TEXT,
    "reason" TEXT NOT NULL DEFAULT '',
    "claimed_by" UUID,
    "claimed_until" TIMESTAMPTZ,

    CONSTRAINT "transcript_job_pkey" PRIMARY KEY ("recording_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "transcript_recording_id_is_current_key" ON "transcript"("recording_id", "is_current");

-- CreateIndex
CREATE INDEX "transcript_job_next_try_at_idx" ON "transcript_job"("next_try_at");

-- What was said, within any period of the list.
CREATE INDEX "transcript_search_idx" ON "transcript_search" USING GIN (
  recording_periods("created_at"),
  "search_text" gin_trgm_ops,
  "signs"
);
