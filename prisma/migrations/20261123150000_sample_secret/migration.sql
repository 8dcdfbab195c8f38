ALTER TABLE "webhook_secret" ADD COLUMN "is_sample" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "samples_removed_at" TIMESTAMPTZ;
