CREATE TABLE "call_mark" (
    "recording_id" TEXT NOT NULL,
    "mark" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "call_mark_pkey" PRIMARY KEY ("recording_id", "mark")
);

CREATE INDEX "call_mark_mark_created_at_recording_id_idx"
  ON "call_mark"("mark", "created_at" DESC, "recording_id" DESC);
