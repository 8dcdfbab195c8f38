-- CreateTable
CREATE TABLE "listening_period" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ NOT NULL,
    "last_beat_at" TIMESTAMPTZ NOT NULL,
    "is_stopped" BOOLEAN NOT NULL,

    CONSTRAINT "listening_period_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "silence" (
    "series" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ NOT NULL,
    "to_at" TIMESTAMPTZ NOT NULL,
    "is_ongoing" BOOLEAN NOT NULL,
    "expected" INTEGER NOT NULL,

    CONSTRAINT "silence_pkey" PRIMARY KEY ("series","from_at")
);

-- CreateTable
CREATE TABLE "silence_search" (
    "id" INTEGER NOT NULL,
    "searched_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "silence_search_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "listening_period_started_at_idx" ON "listening_period"("started_at");

-- CreateIndex
CREATE INDEX "listening_period_last_beat_at_idx" ON "listening_period"("last_beat_at");

-- CreateIndex
CREATE INDEX "silence_to_at_idx" ON "silence"("to_at");
