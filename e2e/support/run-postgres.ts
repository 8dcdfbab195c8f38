import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";

// A process of its own: what starts PostgreSQL is the server's alone, and so nothing that a
// journey may load. It ends with the journey that asked for it.
const [dataDirectory = ""] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({
  dataDirectory,
  password: "journey",
  say: () => undefined,
});
process.once("disconnect", async () => {
  await postgres.stop();
  process.exit();
});
process.send?.(postgres.url);
