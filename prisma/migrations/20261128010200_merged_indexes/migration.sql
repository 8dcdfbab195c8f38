-- Their successors answer whatever they answered, to the version before, too.
DROP INDEX "recording_sought_idx";
DROP INDEX "transcript_search_idx";
