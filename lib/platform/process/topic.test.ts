import { expect, test } from "vitest";
import { z } from "zod";
import { newTopic } from "./topic";

test("tells whoever listens, and what was told last to whoever asks", () => {
  const topic = newTopic("greeting", z.string());
  const heard: string[] = [];
  expect(topic.last()).toBeUndefined();
  topic.publish("one");
  const end = topic.subscribe((value) => heard.push(value));
  topic.publish("two");
  end();
  topic.publish("three");
  expect(heard).toEqual(["two"]);
  expect(newTopic("greeting", z.string()).last()).toBe("three");
});

test("hears other processes, and nothing that it doesn't understand", () => {
  const topic = newTopic("count", z.number());
  const heard: number[] = [];
  topic.subscribe((value) => heard.push(value));
  const others = [1, "two", null, 3].map((value) => ({ news: { topic: "count", value } }));
  for (const message of [...others, { something: "else" }, { news: 4 }]) {
    process.emit("message", message, undefined);
  }
  expect(heard).toEqual([1, 3]);
  expect(topic.last()).toBe(3);
});
