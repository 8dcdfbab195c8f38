ALTER TABLE "user" ADD COLUMN "locale" text;
