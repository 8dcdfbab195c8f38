/** What a message means for the reader. */
export type Mood = "plain" | "good" | "warn" | "bad" | "info";
