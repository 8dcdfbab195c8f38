CREATE TABLE "acknowledged_gap" (
    "series" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ NOT NULL,
    "acknowledged_by" TEXT NOT NULL,
    "acknowledged_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "acknowledged_gap_pkey" PRIMARY KEY ("series", "from_at")
);
