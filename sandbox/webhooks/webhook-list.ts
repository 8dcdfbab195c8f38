import { type Answer, createEventPoster, type EventPoster } from "./post-event";

export type Webhook = {
  url: string;
  poster: EventPoster;
  lastResult: { answer: Answer; at: Date } | null;
};

export type WebhookList = {
  list(): Webhook[];
  has(url: string): boolean;
  /** Registers the address; answers with what is wrong with it, or null. */
  register(url: string): string | null;
  remove(url: string): void;
};

export function createWebhookList(): WebhookList {
  const webhooks = new Map<string, Webhook>();
  return {
    list: () => [...webhooks.values()],
    has: (url) => webhooks.has(url),
    register(url) {
      const fault = findWebhookFault(url);
      if (fault) return fault;
      if (webhooks.has(url)) return `${url} is registered already`;
      webhooks.set(url, { url, poster: createEventPoster(url), lastResult: null });
      return null;
    },
    remove(url) {
      webhooks.get(url)?.poster.close();
      webhooks.delete(url);
    },
  };
}

export function findWebhookFault(url: string): string | null {
  const protocol = URL.canParse(url) ? new URL(url).protocol : null;
  if (protocol === "http:" || protocol === "https:") return null;
  return `"${url}" is not an http or https address`;
}
