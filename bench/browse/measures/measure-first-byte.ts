import { atMost, type Figure, reported } from "@/bench/report/figure";
import { median } from "@/bench/report/percentile";
import { getPage } from "../get-page";
import type { BrowseSetting } from "../scenario";

/** The list beside a page of the same build that shows as many calls from memory, in turns. */
export async function measureFirstByte({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const { large } = await servers();
  const rounds = isShort ? 30 : 150;
  const list: number[] = [];
  const fromMemory: number[] = [];
  for (let round = -5; round < rounds; round++) {
    const memory = await getPage(`${large.server.url}/bench/rows`, large.cookie);
    const page = await getPage(`${large.server.url}/recordings`, large.cookie);
    if (memory.shown !== page.shown) {
      throw new Error(`${memory.shown} calls from memory, ${page.shown} on the list`);
    }
    if (round < 0) continue;
    fromMemory.push(memory.firstByteMs);
    list.push(page.firstByteMs);
  }
  return [
    reported("first-byte.from-memory", median(fromMemory), "ms"),
    reported("first-byte.list", median(list), "ms"),
    atMost("first-byte.of-memory", median(list) / median(fromMemory), "ratio", 3),
  ];
}
