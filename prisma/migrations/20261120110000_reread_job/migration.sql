-- CreateEnum
CREATE TYPE "reread_state" AS ENUM ('running', 'stopped', 'done', 'discarded');

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN "reread_at" TIMESTAMPTZ;

-- CreateTable
CREATE TABLE "reread_job" (
    "id" UUID NOT NULL,
    "state" "reread_state" NOT NULL,
    "is_open" BOOLEAN,
    "filter" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "cursor_seq" BIGINT NOT NULL DEFAULT 0,
    "last_seq" BIGINT NOT NULL,
    "total" INTEGER,
    "read_count" INTEGER NOT NULL DEFAULT 0,
    "released_count" INTEGER NOT NULL DEFAULT 0,
    "held_count" INTEGER NOT NULL DEFAULT 0,
    "fault" TEXT,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ NOT NULL,
    "updated_at" TIMESTAMPTZ NOT NULL,
    "claimed_by" UUID,
    "claimed_until" TIMESTAMPTZ,

    CONSTRAINT "reread_job_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reread_job_is_open_key" ON "reread_job"("is_open");

-- CreateIndex
CREATE INDEX "reread_job_started_at_idx" ON "reread_job"("started_at");
