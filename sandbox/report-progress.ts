import type { Sandbox } from "./start-sandbox";

const intervalMs = 5000;

/** Prints a line now and then, when something has changed since the last one. */
export function reportProgress({ ledger, placer }: Sandbox): void {
  let lastLine = "";
  const report = () => {
    const { delivered, refused, unanswered, retried, ids } = ledger.tally();
    const line = `  ${delivered} delivered (${ids} recordings), ${refused} refused, ${unanswered} \
unanswered, ${retried} retried, ${placer.outstanding()} outstanding`;
    if (line !== lastLine) console.log(line);
    lastLine = line;
  };
  setInterval(report, intervalMs).unref();
  process.on("exit", report);
}
