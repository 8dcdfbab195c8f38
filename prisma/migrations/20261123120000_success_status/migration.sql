CREATE TABLE "success_status" (
    "status" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "success_status_pkey" PRIMARY KEY ("status")
);
