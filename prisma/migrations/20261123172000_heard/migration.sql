CREATE TABLE "heard" (
    "recording_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "ranges" INTEGER[],
    "seconds" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ NOT NULL,
    "last_at" TIMESTAMPTZ NOT NULL,
    "reported_seconds" INTEGER,

    CONSTRAINT "heard_pkey" PRIMARY KEY ("recording_id", "user_id")
);

CREATE TABLE "listen" (
    "recording_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ NOT NULL,
    "last_at" TIMESTAMPTZ NOT NULL,
    "ranges" INTEGER[],
    "seconds" INTEGER NOT NULL,

    CONSTRAINT "listen_pkey" PRIMARY KEY ("recording_id", "user_id", "id")
);

CREATE INDEX "listen_started_at_id_idx" ON "listen"("started_at" DESC, "id" DESC);
CREATE INDEX "listen_user_id_started_at_id_idx" ON "listen"("user_id", "started_at" DESC, "id" DESC);
