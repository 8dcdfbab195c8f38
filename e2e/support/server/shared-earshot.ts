/** The one Earshot and its sandbox that ordinary journeys share; none of them may break it. */
export type Shared = {
  url: string;
  webhookUrl: string;
  sandboxUrl: string;
  dataDir: string;
  /** Cookies of the signed-in administrator. */
  storageState: string;
};

export function publishShared(shared: Shared): void {
  process.env.EARSHOT_E2E = JSON.stringify(shared);
}

export function readShared(): Shared {
  const text = process.env.EARSHOT_E2E;
  if (!text) throw new Error("The shared Earshot was not started: run `npm test e2e`");
  return JSON.parse(text);
}
