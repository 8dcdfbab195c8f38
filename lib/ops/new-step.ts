import "server-only";
import { log } from "@/lib/ops/log";

/** A step that never throws, and logs a failure and its end once. */
export function newStep(fault: string, step: () => Promise<unknown>): () => Promise<void> {
  let isFailing = false;
  return async () => {
    try {
      await step();
      if (isFailing) log().info(`no longer: ${fault}`);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log().warn({ err: error }, `${fault}; retrying`);
      isFailing = true;
    }
  };
}
