import fc from "fast-check";
import { expect, test } from "vitest";
import {
  defaultListens,
  parseListenCursor,
  parseListenQuery,
  writeListenCursor,
  writeListenQuery,
} from "./listen-query";

test("reading after writing changes nothing", () => {
  const cursor = fc
    .tuple(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), fc.uuid())
    .map(([startedAt, id]) => writeListenCursor({ startedAt, id }));
  const id = fc.option(
    fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/\0/.test(text)),
  );
  fc.assert(
    fc.property(
      id,
      id,
      fc.option(cursor),
      fc.integer({ min: 1, max: 200 }),
      (person, recording, after, limit) => {
        const query = { filter: { person, recording }, page: { after, before: null, limit } };
        expect(parseListenQuery(new URLSearchParams(String(writeListenQuery(query))))).toEqual({
          ...query,
          unread: [],
        });
      },
    ),
  );
});

test("garbage is left out and told", () => {
  const { filter, page, unread } = parseListenQuery(
    new URLSearchParams("person=&recording=a%00b&after=x~y&limit=abc"),
  );
  expect(filter).toEqual({ person: null, recording: null });
  expect(page).toEqual({ after: null, before: null, limit: defaultListens });
  expect(unread.map(({ parameter }) => parameter)).toEqual(["recording", "after", "limit"]);
  expect(parseListenCursor("99999999999999999999~a")).toBeUndefined();
});
