CREATE TABLE "status_colour" (
    "status" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "chosen_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "status_colour_pkey" PRIMARY KEY ("status")
);
