import fc from "fast-check";
import { expect, test } from "vitest";
import {
  activities,
  defaultEntries,
  parseAuditCursor,
  parseAuditQuery,
  writeAuditCursor,
  writeAuditQuery,
} from "./views";

test("reading after writing changes nothing", () => {
  const cursor = fc
    .tuple(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), fc.uuid())
    .map(([at, id]) => writeAuditCursor({ at, id }));
  const id = fc.option(
    fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/\0/.test(text)),
  );
  fc.assert(
    fc.property(
      id,
      id,
      fc.option(fc.constantFrom(...activities)),
      fc.option(cursor),
      fc.integer({ min: 1, max: 200 }),
      (person, recording, activity, after, limit) => {
        const filter = { person, recording, activity };
        const query = { filter, page: { after, before: null, limit } };
        expect(parseAuditQuery(new URLSearchParams(String(writeAuditQuery(query))))).toEqual({
          ...query,
          unread: [],
        });
      },
    ),
  );
});

test("garbage is left out and told", () => {
  const { filter, page, unread } = parseAuditQuery(
    new URLSearchParams("person=&recording=a%00b&activity=none&after=x~y&limit=abc"),
  );
  expect(filter).toEqual({ person: null, recording: null, activity: null });
  expect(page).toEqual({ after: null, before: null, limit: defaultEntries });
  expect(unread.map(({ parameter }) => parameter)).toEqual([
    "recording",
    "activity",
    "after",
    "limit",
  ]);
  expect(parseAuditCursor("99999999999999999999~a")).toBeUndefined();
});
