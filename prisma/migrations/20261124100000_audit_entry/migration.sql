CREATE TABLE "audit_entry" (
    "recording_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "activity" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "change" JSONB NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("recording_id", "id")
);

CREATE INDEX "audit_entry_at_id_idx" ON "audit_entry"("at" DESC, "id" DESC);

CREATE INDEX "audit_entry_user_id_at_id_idx" ON "audit_entry"("user_id", "at" DESC, "id" DESC);

CREATE INDEX "audit_entry_activity_at_id_idx" ON "audit_entry"("activity", "at" DESC, "id" DESC);
