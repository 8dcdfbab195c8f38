-- Their successor answers whatever they answered, to the version before, too.
DROP INDEX "recording_filter_idx";
DROP INDEX "recording_signs_idx";
