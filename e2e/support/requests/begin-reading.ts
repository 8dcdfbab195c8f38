import { get } from "node:http";

export type Reading = {
  text: () => string;
  size: () => number;
  pause: () => void;
  resume: () => void;
  over: Promise<"whole" | "broken off">;
};

/** A GET whose answer may take as long as it likes; resolves with the head of it. */
export function beginReading(url: string, headers: Record<string, string>): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      resolve({
        text: () => Buffer.concat(chunks).toString(),
        size: () => chunks.reduce((sum, { length }) => sum + length, 0),
        pause: () => answer.pause(),
        resume: () => answer.resume(),
        over: new Promise((settle) => {
          answer.once("end", () => settle("whole"));
          answer.once("error", () => settle("broken off"));
        }),
      });
    });
    asked.once("error", reject);
  });
}
