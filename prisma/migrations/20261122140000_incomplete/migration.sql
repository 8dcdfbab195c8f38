-- What can't be read is null, and problems say so. The version before writes none of these.
ALTER TABLE "recording" ALTER COLUMN "minutes_used" DROP NOT NULL,
  ALTER COLUMN "has_transcript" DROP NOT NULL,
  ALTER COLUMN "customer_is_confirmed" DROP NOT NULL,
  ALTER COLUMN "customer_is_phone_number_correct" DROP NOT NULL,
  ADD COLUMN "problems" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "is_incomplete" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "customer" ALTER COLUMN "is_confirmed" DROP NOT NULL,
  ALTER COLUMN "is_phone_number_correct" DROP NOT NULL;
