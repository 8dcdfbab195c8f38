-- CreateEnum
CREATE TYPE "vocabulary_field" AS ENUM ('status', 'campaign');

-- CreateTable
CREATE TABLE "vocabulary_term" (
    "field" "vocabulary_field" NOT NULL,
    "value" TEXT NOT NULL,
    "display_name" TEXT,
    "colour" TEXT,
    "group_name" TEXT,
    "position" INTEGER,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "vocabulary_term_pkey" PRIMARY KEY ("field","value")
);
