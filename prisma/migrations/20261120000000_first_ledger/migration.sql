-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('pending', 'stored', 'unchanged', 'superseded', 'quarantined');

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "accepted_on" DATE NOT NULL,
    "accepted_at" TIMESTAMPTZ NOT NULL,
    "accepted_seq" BIGINT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "remote_address" TEXT NOT NULL,
    "outcome" "outcome" NOT NULL,
    "records" JSONB NOT NULL DEFAULT '[]',
    "interpreted_at" TIMESTAMPTZ,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id","accepted_on")
) PARTITION BY RANGE ("accepted_on");

-- What no partition of its own takes
CREATE TABLE "delivery_default" PARTITION OF "delivery" DEFAULT;

-- CreateTable
CREATE TABLE "delivery_body" (
    "id" UUID NOT NULL,
    "accepted_on" DATE NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "delivery_body_pkey" PRIMARY KEY ("id","accepted_on")
) PARTITION BY RANGE ("accepted_on");

-- What no partition of its own takes
CREATE TABLE "delivery_body_default" PARTITION OF "delivery_body" DEFAULT;

-- CreateTable
CREATE TABLE "oversized_body" (
    "id" UUID NOT NULL,
    "refused_at" TIMESTAMPTZ NOT NULL,
    "bytes" BIGINT NOT NULL,
    "declared_bytes" BIGINT,
    "sha256" BYTEA NOT NULL,
    "beginning" BYTEA NOT NULL,
    "remote_address" TEXT NOT NULL,

    CONSTRAINT "oversized_body_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "journal_entry" (
    "accepted_seq" BIGINT NOT NULL,
    "entry" BYTEA NOT NULL,

    CONSTRAINT "journal_entry_pkey" PRIMARY KEY ("accepted_seq")
);

-- CreateTable
CREATE TABLE "recording" (
    "id" TEXT NOT NULL,
    "minutes_used" INTEGER NOT NULL,
    "call_sid" TEXT NOT NULL,
    "recording_attachment" TEXT NOT NULL,
    "campaign" TEXT,
    "has_transcript" BOOLEAN NOT NULL,
    "summary" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "status" TEXT NOT NULL,
    "roster_attachment" TEXT,
    "customer_id" TEXT NOT NULL,
    "customer_first_name" TEXT NOT NULL,
    "customer_last_name" TEXT NOT NULL,
    "customer_phone_number" TEXT NOT NULL,
    "customer_gender" TEXT NOT NULL,
    "customer_email" TEXT,
    "customer_type" TEXT,
    "customer_is_confirmed" BOOLEAN NOT NULL,
    "customer_is_phone_number_correct" BOOLEAN NOT NULL,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "search_text" TEXT NOT NULL,
    "phone_digits" TEXT NOT NULL,
    "accepted_seq" BIGINT NOT NULL,
    "first_seq" BIGINT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "received_at" TIMESTAMPTZ NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "recording_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recording_delivery" (
    "recording_id" TEXT NOT NULL,
    "accepted_seq" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "delivery_id" UUID NOT NULL,
    "accepted_at" TIMESTAMPTZ NOT NULL,
    "outcome" "outcome" NOT NULL,
    "content_hash" BYTEA NOT NULL,

    CONSTRAINT "recording_delivery_pkey" PRIMARY KEY ("recording_id","accepted_seq","position")
);

-- CreateTable
CREATE TABLE "customer" (
    "id" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "gender" TEXT NOT NULL,
    "email" TEXT,
    "type" TEXT,
    "is_confirmed" BOOLEAN NOT NULL,
    "is_phone_number_correct" BOOLEAN NOT NULL,
    "roster_attachment" TEXT,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "accepted_seq" BIGINT NOT NULL,
    "first_seen_at" TIMESTAMPTZ NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "last_seen_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ,
    "refresh_token_expires_at" TIMESTAMPTZ,
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_request" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "token_hash" BYTEA NOT NULL,
    "role" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "used_at" TIMESTAMPTZ,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "delivery_accepted_seq_idx" ON "delivery"("accepted_seq");

-- CreateIndex
CREATE INDEX "delivery_outcome_accepted_seq_idx" ON "delivery"("outcome", "accepted_seq");

-- CreateIndex
CREATE INDEX "recording_created_at_id_idx" ON "recording"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "recording_minutes_used_id_idx" ON "recording"("minutes_used" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "recording_status_created_at_id_idx" ON "recording"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "recording_campaign_created_at_id_idx" ON "recording"("campaign", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "recording_customer_id_created_at_id_idx" ON "recording"("customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "recording_first_seq_idx" ON "recording"("first_seq");

-- CreateIndex
CREATE INDEX "recording_search_text_idx" ON "recording" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "recording_phone_digits_idx" ON "recording" USING GIN ("phone_digits" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit"("key");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
