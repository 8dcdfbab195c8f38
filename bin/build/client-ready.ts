// Runs before each program that asks the database: a new checkout has no client for it yet, and an upgraded
// one has the former schema's.
import { ensurePrismaClient } from "./build-pages";

await ensurePrismaClient();
