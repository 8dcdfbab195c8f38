-- AlterTable
ALTER TABLE "recording" ADD COLUMN "delivery_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "recording_version" (
    "recording_id" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "first_seq" BIGINT NOT NULL,
    "delivery_id" UUID NOT NULL,
    "accepted_at" TIMESTAMPTZ NOT NULL,
    "customer_id" TEXT NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "recording_version_pkey" PRIMARY KEY ("recording_id","content_hash")
);

-- CreateIndex
CREATE INDEX "recording_version_customer_id_first_seq_idx" ON "recording_version"("customer_id", "first_seq" DESC);
