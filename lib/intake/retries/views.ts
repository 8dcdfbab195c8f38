/** What became of setting the window of retries. */
export type RetryWindowState = { minutes: string; fault: string | null; isSaved: boolean };
