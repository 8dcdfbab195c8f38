-- CreateTable
CREATE TABLE "sound_retry" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "time_zone" TEXT NOT NULL,
    "after" TEXT,
    "asked_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sound_retry_pkey" PRIMARY KEY ("id")
);
