-- AlterTable
-- What a body is packed by; see lib/intake/packed-body.ts.
ALTER TABLE "delivery_body" ADD COLUMN "packing" SMALLINT;

-- AlterTable
ALTER TABLE "recording" ADD COLUMN "content_seq" BIGINT;

-- CreateTable
CREATE TABLE "recording_newest" (
    "recording_id" TEXT NOT NULL,
    "accepted_seq" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "recording_newest_pkey" PRIMARY KEY ("recording_id")
);

-- CreateTable
CREATE TABLE "ledger_form" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "lean_from" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "ledger_form_pkey" PRIMARY KEY ("id")
);

-- The version before may write beside this one for an hour, where it has written at all.
INSERT INTO "ledger_form" ("lean_from")
SELECT CASE WHEN EXISTS (SELECT FROM "recording") THEN now() + interval '1 hour' ELSE now() END;
