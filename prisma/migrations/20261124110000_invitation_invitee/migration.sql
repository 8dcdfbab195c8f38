ALTER TABLE "invitation" ADD COLUMN "invitee" TEXT;
