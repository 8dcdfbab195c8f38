import { boot } from "./boot/boot";

const [name] = process.argv.slice(2);
process.exit(
  await boot(
    name === "dev"
      ? { mode: "development" }
      : { mode: "production", waits: process.argv.includes("--wait") },
  ),
);
