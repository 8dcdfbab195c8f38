-- CreateEnum
CREATE TYPE "drift_kind" AS ENUM ('unknown_field', 'unknown_member', 'type', 'missing_field', 'form', 'status', 'campaign', 'gender', 'customer_type');

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN "drift_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- CreateTable
CREATE TABLE "drift" (
    "id" BIGINT NOT NULL,
    "kind" "drift_kind" NOT NULL,
    "path" TEXT,
    "expected" TEXT,
    "found" TEXT,
    "count" BIGINT NOT NULL,
    "first_seq" BIGINT NOT NULL,
    "first_delivery_id" UUID NOT NULL,
    "last_seq" BIGINT NOT NULL,
    "last_delivery_id" UUID NOT NULL,
    "acknowledged_at" TIMESTAMPTZ,
    "acknowledged_by" TEXT,

    CONSTRAINT "drift_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drift_tally" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "drift_id" BIGINT NOT NULL,
    "kind" "drift_kind" NOT NULL,
    "path" TEXT,
    "expected" TEXT,
    "found" TEXT,
    "count" BIGINT NOT NULL,
    "first_seq" BIGINT NOT NULL,
    "first_delivery_id" UUID NOT NULL,
    "last_seq" BIGINT NOT NULL,
    "last_delivery_id" UUID NOT NULL,

    CONSTRAINT "drift_tally_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "drift_first_seq_idx" ON "drift"("first_seq");
