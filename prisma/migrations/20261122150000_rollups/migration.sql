-- CreateTable
CREATE TABLE "rollup_key" (
    "id" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "campaign" TEXT NOT NULL,
    "gender" TEXT NOT NULL,
    "type" TEXT NOT NULL,

    CONSTRAINT "rollup_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rollup_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "starts_at" TIMESTAMPTZ NOT NULL,
    "key" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "campaign" TEXT NOT NULL,
    "gender" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "minutes" BIGINT NOT NULL,
    "with_transcript" BIGINT NOT NULL,
    "confirmed" BIGINT NOT NULL,
    "phone_number_correct" BIGINT NOT NULL,

    CONSTRAINT "rollup_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rollup_quarter" (
    "starts_at" TIMESTAMPTZ NOT NULL,
    "key" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "minutes" BIGINT NOT NULL,
    "with_transcript" BIGINT NOT NULL,
    "confirmed" BIGINT NOT NULL,
    "phone_number_correct" BIGINT NOT NULL,

    CONSTRAINT "rollup_quarter_pkey" PRIMARY KEY ("starts_at","key")
);

-- CreateTable
CREATE TABLE "rollup_period" (
    "zone" TEXT NOT NULL,
    "period" "total_period" NOT NULL,
    "starts_on" DATE NOT NULL,
    "key" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "minutes" BIGINT NOT NULL,
    "with_transcript" BIGINT NOT NULL,
    "confirmed" BIGINT NOT NULL,
    "phone_number_correct" BIGINT NOT NULL,

    CONSTRAINT "rollup_period_pkey" PRIMARY KEY ("zone","period","starts_on","key")
);

-- CreateTable
CREATE TABLE "rollup_zone" (
    "zone" TEXT NOT NULL,
    "filled_to" TIMESTAMPTZ NOT NULL,
    "wanted_at" TIMESTAMPTZ NOT NULL DEFAULT now(),

    CONSTRAINT "rollup_zone_pkey" PRIMARY KEY ("zone")
);

-- CreateTable
CREATE TABLE "customer_calls_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "customer_id" TEXT NOT NULL,
    "recording_id" TEXT,
    "calls" INTEGER NOT NULL,
    "is_told_anew" BOOLEAN NOT NULL,

    CONSTRAINT "customer_calls_change_pkey" PRIMARY KEY ("id")
);

-- What there is already is counted by the worker, after this; nothing is told from here before.
INSERT INTO "rollup_zone" ("zone", "filled_to")
SELECT 'UTC', CASE WHEN EXISTS (SELECT FROM "recording") THEN '-infinity' ELSE 'infinity' END::timestamptz;

INSERT INTO "upkeep" ("task", "finished_at")
VALUES ('count-anew', CASE WHEN EXISTS (SELECT FROM "recording") THEN NULL ELSE now() END),
       ('verify-counts', now());
