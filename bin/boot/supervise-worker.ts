import { inProject } from "./root-folder";
import { type Supervised, superviseProgram } from "./supervise-program";

/**
 * Runs the worker process, within a memory of its own: a delivery that needs more ends it, and is set
 * aside when it does so again.
 */
export function superviseWorker(lost: AbortSignal): Supervised {
  const loader = ["--import", "tsx", "--conditions=react-server"];
  const parameters = [
    `--max-old-space-size=${mostMegabytes}`,
    ...loader,
    inProject("bin/worker.ts"),
  ];
  return superviseProgram({ name: "worker", parameters }, lost);
}

const mostMegabytes = 768;
