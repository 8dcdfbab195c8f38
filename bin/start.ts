import { boot } from "./boot/boot";

process.exit(await boot({ mode: "production", waits: process.argv.includes("--wait") }));
