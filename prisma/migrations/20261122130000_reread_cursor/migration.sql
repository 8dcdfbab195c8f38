-- Two deliveries may have one sequence, from before nodes were leased.
ALTER TABLE "reread_job" ADD COLUMN "cursor_id" UUID;
