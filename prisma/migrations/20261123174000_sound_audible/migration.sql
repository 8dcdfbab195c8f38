-- How much of each channel can be heard, so that a call is checked again without its waveform.
ALTER TABLE sound_file ADD COLUMN audible smallint[];
