-- CreateTable
CREATE TABLE "setting" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "body_drop" (
    "accepted_on" DATE NOT NULL,
    "dropped_at" TIMESTAMPTZ NOT NULL,
    "retention_days" INTEGER NOT NULL,

    CONSTRAINT "body_drop_pkey" PRIMARY KEY ("accepted_on","dropped_at")
);

-- CreateTable
CREATE TABLE "upkeep" (
    "task" TEXT NOT NULL,
    "claimed_by" UUID,
    "claimed_until" TIMESTAMPTZ,
    "finished_at" TIMESTAMPTZ,
    "fault" TEXT,

    CONSTRAINT "upkeep_pkey" PRIMARY KEY ("task")
);

-- AlterTable
ALTER TABLE "reread_job" ADD COLUMN "skipped_count" INTEGER NOT NULL DEFAULT 0;
