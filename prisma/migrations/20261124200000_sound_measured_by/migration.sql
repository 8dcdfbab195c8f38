-- AlterTable
ALTER TABLE "sound_file" ADD COLUMN     "anew_tries" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "measured_by" SMALLINT;
