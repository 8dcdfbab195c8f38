// `npm start`: makes JavaScript of the program that starts all others, and runs it.
import { bundlePrograms } from "./build/bundle-programs.mjs";

await import(bundlePrograms(["start"])("start"));
