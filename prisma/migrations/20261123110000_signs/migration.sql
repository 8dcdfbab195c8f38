-- The signs of a call's text. Nobody has looked at those of '', which the worker does after this; the
-- version before writes it, too.
ALTER TABLE "recording" ADD COLUMN "signs" TEXT[] NOT NULL DEFAULT '{""}';

INSERT INTO "upkeep" ("task", "finished_at")
VALUES ('read-signs', CASE WHEN EXISTS (SELECT FROM "recording") THEN NULL ELSE now() END);
