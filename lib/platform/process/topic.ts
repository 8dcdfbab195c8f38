import { z } from "zod";
import { processWide } from "./process-wide";

/** News of one kind, for whoever wants to know, in this process and in those beside it. */
export type Topic<Value> = {
  publish: (value: Value) => void;
  /** Gives what ends it. What was told before is told by `last`. */
  subscribe: (listener: (value: Value) => void) => () => void;
  /** What was told last; undefined: nothing yet. */
  last: () => Value | undefined;
};

/**
 * Processes that one `npm start` supervises hear of each other's news through it; those that were
 * started otherwise hear their own alone, so that nothing may depend on news that a look now and then
 * doesn't make good. A process hears the last news of others from its start on.
 */
export function newTopic<Value>(name: string, schema: z.ZodType<Value>): Topic<Value> {
  const read = (value: unknown) => schema.safeParse(value).data;
  return {
    publish: (value) => {
      take({ topic: name, value });
      if (process.env.EARSHOT_SUPERVISED === "1" && process.connected) {
        process.send?.({ news: { topic: name, value } } satisfies NewsMessage, () => undefined);
      }
    },
    subscribe: (listener) => {
      const hear = (value: unknown) => {
        const known = read(value);
        if (known !== undefined) listener(known);
      };
      const listeners = news().listeners.get(name) ?? new Set();
      news().listeners.set(name, listeners.add(hear));
      return () => void listeners.delete(hear);
    },
    last: () => read(news().last.get(name)),
  };
}

export const newsSchema = z.object({ news: z.object({ topic: z.string(), value: z.unknown() }) });
type NewsMessage = z.infer<typeof newsSchema>;

type News = {
  last: Map<string, unknown>;
  listeners: Map<string, Set<(value: unknown) => void>>;
};

const news = processWide("earshotNews", startNews);

function startNews(): News {
  const started: News = { last: new Map(), listeners: new Map() };
  const early = globalThis as {
    /** What came before anything of this was loaded. */
    earshotEarlyNews?: unknown[] | undefined;
  };
  // Nobody listens yet.
  for (const message of early.earshotEarlyNews ?? []) {
    const told = newsSchema.safeParse(message).data;
    if (told) started.last.set(told.news.topic, told.news.value);
  }
  early.earshotEarlyNews = undefined;
  process.on("message", hear);
  return started;
}

function hear(message: unknown): void {
  const told = newsSchema.safeParse(message).data;
  if (told) take(told.news);
}

function take({ topic, value }: NewsMessage["news"]): void {
  news().last.set(topic, value);
  for (const listener of news().listeners.get(topic) ?? []) listener(value);
}
