-- Calls are counted by their answers, too. What is null is not known: an older Earshot noted it.
ALTER TABLE "rollup_key" ADD COLUMN "gaps" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "by_campaign" BIGINT, ADD COLUMN "by_person" BIGINT;

ALTER TABLE "rollup_change" ADD COLUMN "gaps" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "transcript_and_confirmed" BIGINT, ADD COLUMN "transcript_and_phone" BIGINT,
  ADD COLUMN "confirmed_and_phone" BIGINT, ADD COLUMN "all_answers" BIGINT;

ALTER TABLE "rollup_quarter" ADD COLUMN "transcript_and_confirmed" BIGINT,
  ADD COLUMN "transcript_and_phone" BIGINT, ADD COLUMN "confirmed_and_phone" BIGINT,
  ADD COLUMN "all_answers" BIGINT;

ALTER TABLE "rollup_period" ADD COLUMN "transcript_and_confirmed" BIGINT,
  ADD COLUMN "transcript_and_phone" BIGINT, ADD COLUMN "confirmed_and_phone" BIGINT,
  ADD COLUMN "all_answers" BIGINT;

-- The version before can't add up any more: it would leave these out. It reads the calls themselves.
ALTER TABLE "rollup_quarter" ADD CONSTRAINT "rollup_quarter_answers"
  CHECK ("all_answers" IS NOT NULL) NOT VALID;

ALTER TABLE "rollup_period" ADD CONSTRAINT "rollup_period_answers"
  CHECK ("all_answers" IS NOT NULL) NOT VALID;

-- CreateEnum
CREATE TYPE "rollup_breadth" AS ENUM ('campaign', 'person');

-- CreateTable
CREATE TABLE "rollup_broad" (
    "zone" TEXT NOT NULL,
    "breadth" "rollup_breadth" NOT NULL,
    "period" "total_period" NOT NULL,
    "starts_on" DATE NOT NULL,
    "key" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "minutes" BIGINT NOT NULL,
    "with_transcript" BIGINT NOT NULL,
    "confirmed" BIGINT NOT NULL,
    "phone_number_correct" BIGINT NOT NULL,
    "transcript_and_confirmed" BIGINT NOT NULL,
    "transcript_and_phone" BIGINT NOT NULL,
    "confirmed_and_phone" BIGINT NOT NULL,
    "all_answers" BIGINT NOT NULL,

    CONSTRAINT "rollup_broad_pkey" PRIMARY KEY ("zone","breadth","period","starts_on","key")
);

-- What there is already is counted by the worker, after this; nothing is told from here before.
TRUNCATE "rollup_quarter", "rollup_period";

UPDATE "rollup_zone" SET "filled_to" = '-infinity' WHERE EXISTS (SELECT FROM "recording");

UPDATE "upkeep" SET "finished_at" = NULL
WHERE "task" = 'count-anew' AND EXISTS (SELECT FROM "recording");
