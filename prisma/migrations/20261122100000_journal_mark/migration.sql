-- How far a journal knows this database: an older state of it, or another one, holds another mark.
CREATE TABLE "journal_mark" (
    "journal" UUID NOT NULL,
    "mark" UUID NOT NULL,
    "marked_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_mark_pkey" PRIMARY KEY ("journal")
);
