-- CreateEnum
CREATE TYPE "rehearsal_state" AS ENUM ('running', 'passed', 'failed', 'interrupted');

-- CreateTable
CREATE TABLE "rehearsal" (
    "id" UUID NOT NULL,
    "state" "rehearsal_state" NOT NULL,
    "is_open" BOOLEAN,
    "secret_hash" BYTEA NOT NULL,
    "steps" JSONB NOT NULL,
    "ledger_before" JSONB NOT NULL,
    "last_seq" BIGINT NOT NULL,
    "removal" JSONB,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ NOT NULL,
    "ended_at" TIMESTAMPTZ,
    "claimed_by" UUID NOT NULL,
    "claimed_until" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "rehearsal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "rehearsal_is_open_key" ON "rehearsal"("is_open");

-- CreateIndex
CREATE INDEX "rehearsal_started_at_idx" ON "rehearsal"("started_at");
