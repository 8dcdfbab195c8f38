// `npm start`, and with their names `npm run demo` and `npm run dev`: makes JavaScript of the program
// that starts all others, and runs it. A loader in that process and the compiler wait for each other.
import { setFlagsFromString } from "node:v8";
import { bundlePrograms } from "./build/bundle-programs.mjs";

// It waits for the others nearly all of the time.
setFlagsFromString("--optimize-for-size");

const program = process.argv[2] === "demo" ? "demo" : "start";
await import(bundlePrograms([program])(program));
