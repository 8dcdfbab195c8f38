import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";

// A process of its own: what starts PostgreSQL is the server's alone, and so nothing that a
// journey may load. It ends with the journey that asked for it.
const [dataDirectory = ""] = process.argv.slice(2);

const start = () =>
  startEmbeddedPostgres({ dataDirectory, password: "journey", say: () => undefined });

let postgres = await start();
process.on("message", async (request: "halt" | "resume") => {
  if (request === "halt") await postgres.stop();
  else postgres = await start();
  process.send?.(request);
});
process.once("disconnect", async () => {
  await postgres.stop();
  process.exit();
});
process.send?.(postgres.superuserUrl);
