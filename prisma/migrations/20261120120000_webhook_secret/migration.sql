-- CreateTable
CREATE TABLE "webhook_secret" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "revoked_at" TIMESTAMPTZ,
    "last_used_at" TIMESTAMPTZ,

    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_secret_name_key" ON "webhook_secret"("name");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_secret_hash_key" ON "webhook_secret"("hash");
