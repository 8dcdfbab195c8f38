CREATE INDEX CONCURRENTLY "sound_file_proof_fault_idx" ON "sound_file"("proof_fault");
