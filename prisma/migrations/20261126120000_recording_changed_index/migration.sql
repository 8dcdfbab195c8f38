-- Ascending: what changes is the newest, and only at its end a tree is filled page by page. Read from
-- there, it lists the newest first.
CREATE INDEX CONCURRENTLY "recording_changed_idx" ON "recording" ("changed_at", "id");
