-- CreateEnum
CREATE TYPE "review_state" AS ENUM ('to_review', 'reviewed', 'flagged');

-- CreateTable
CREATE TABLE "tag" (
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT,
    "colour" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "recording_tag" (
    "recording_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "tag_key" TEXT NOT NULL,
    "is_on" BOOLEAN,
    "added_by" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ NOT NULL,
    "removed_by" TEXT,
    "removed_at" TIMESTAMPTZ,

    CONSTRAINT "recording_tag_pkey" PRIMARY KEY ("recording_id","id")
);

-- CreateTable
CREATE TABLE "note" (
    "recording_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "reply_to_id" UUID,
    "at_ms" INTEGER,
    "text" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "edited_at" TIMESTAMPTZ,
    "deleted_by" TEXT,
    "deleted_at" TIMESTAMPTZ,

    CONSTRAINT "note_pkey" PRIMARY KEY ("recording_id","id")
);

-- CreateTable
CREATE TABLE "note_version" (
    "recording_id" TEXT NOT NULL,
    "note_id" UUID NOT NULL,
    "written_at" TIMESTAMPTZ NOT NULL,
    "at_ms" INTEGER,
    "text" TEXT NOT NULL,

    CONSTRAINT "note_version_pkey" PRIMARY KEY ("recording_id","note_id","written_at")
);

-- CreateTable
CREATE TABLE "note_mention" (
    "recording_id" TEXT NOT NULL,
    "note_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "note_mention_pkey" PRIMARY KEY ("recording_id","note_id","user_id")
);

-- CreateTable
CREATE TABLE "review" (
    "recording_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "state" "review_state",
    "reason" TEXT NOT NULL,
    "reviewed_by" TEXT NOT NULL,
    "reviewed_at" TIMESTAMPTZ NOT NULL,
    "is_current" BOOLEAN,

    CONSTRAINT "review_pkey" PRIMARY KEY ("recording_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tag_name_key_key" ON "tag"("name_key");

-- CreateIndex
CREATE INDEX "recording_tag_tag_key_is_on_idx" ON "recording_tag"("tag_key", "is_on");

-- CreateIndex
CREATE UNIQUE INDEX "recording_tag_recording_id_tag_key_is_on_key" ON "recording_tag"("recording_id", "tag_key", "is_on");

-- CreateIndex
CREATE INDEX "note_mention_user_id_idx" ON "note_mention"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_recording_id_is_current_key" ON "review"("recording_id", "is_current");
