-- What each process is doing with entries of the journal, so that one over which it dies is known.
CREATE TABLE "journal_attempt" (
    "reader" TEXT NOT NULL,
    "first_seq" BIGINT NOT NULL,
    "last_seq" BIGINT NOT NULL,
    "points" INTEGER NOT NULL,
    "noted_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_attempt_pkey" PRIMARY KEY ("reader")
);

-- The entries that such a one, or its own failure, speaks against.
CREATE TABLE "journal_suspect" (
    "accepted_seq" BIGINT NOT NULL,
    "points" INTEGER NOT NULL,

    CONSTRAINT "journal_suspect_pkey" PRIMARY KEY ("accepted_seq")
);
