import { whyNotListen } from "@/lib/platform/process/free-port";
import { StartupError } from "@/lib/platform/settings/startup-error";

/** @throws {StartupError} when one can't listen there, before anything else has been started. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const code = await whyNotListen(port, host);
  if (code !== null) throw cannotListen(port, host, code);
}

export function cannotListen(port: number, host: string, code: string): StartupError {
  const [fault, remedy] = faults[code] ?? [code, "Check HOST and PORT."];
  return new StartupError(`Cannot listen on ${host}, port ${port}: ${fault}.`, remedy);
}

const faults: Record<string, [fault: string, remedy: string]> = {
  EADDRINUSE: [
    "another program listens there",
    "Stop that program, or set PORT to another port: PORT=3001 npm start",
  ],
  EACCES: ["this user may not", "Set PORT to 1024 or higher."],
  EADDRNOTAVAIL: ["this machine has no such address", "Correct HOST; 0.0.0.0 means every address."],
  ENOTFOUND: ["this name is not known", "Correct HOST; 0.0.0.0 means every address."],
};
