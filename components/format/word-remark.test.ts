import { afterAll, beforeAll, expect, it } from "vitest";
import {
  attributes,
  call,
  customer,
  details,
  flat,
  read,
} from "@/lib/intake/interpret/test-record";
import { addDictionary, defaultLocale, requestLocale } from "@/lib/language/texts";
import { remarks } from "./texts.de";
import { wordProblem, wordRemark } from "./word-remark";

beforeAll(() => {
  addDictionary("de", { remarks });
  requestLocale().find = () => "de-DE";
});
afterAll(() => {
  requestLocale().find = () => defaultLocale;
});

const { created_at: _, ...timeless } = flat;
const bodies: [body: unknown, options?: Parameters<typeof read>[1]][] = [
  [{}],
  [""],
  ["{"],
  ["[".repeat(200)],
  [{ data: [1] }],
  [{ id: "rec-1", type: "x" }],
  [{ id: "rec-1", ...call }],
  [timeless],
  [{ ...flat, minutes_used: "3" }],
  [{ ...flat, minutes_used: 1.5, has_transcript: "maybe", status: "", summary: {} }],
  [{ ...flat, minutes_used: null, has_transcript: "yes", campaign: " spring ", summary: 7 }],
  [{ ...flat, campaign: "", recording_attachment: { url: "https://a.example" } }],
  [{ ...flat, recording_attachment: ["https://a.example"] }],
  [{ ...flat, summary: "a\u0000b", call_sid: "a\u0000b" }],
  [{ ...flat, status: "e\u0301", call_sid: "x".repeat(5_000) }],
  [{ ...flat, id: 12 }],
  [JSON.stringify(flat).replace('"rec-1"', "1e400")],
  [{ ...flat, Status: "failed" }],
  ...[
    "0000-01-01T00:00:00Z",
    "Mon, 20 Nov 2026 10:00:00 +0000",
    "20 Nov 2026 05:00:00 EST",
    "soon",
    "2026-02-30T00:00:00Z",
    "9999-12-31T23:59:59-12:00",
    1795168800,
    1795168800000,
    "2026-11-20T11:00:00+01:00[Mars/Olympus]",
    "2026-11-20T11:00:00+05:00[Europe/Berlin]",
  ].map((created_at): [unknown] => [{ ...flat, created_at }]),
  [{ ...flat, created_at: "2026-11-20 10:00:00" }],
  [{ ...flat, created_at: "2026-10-25 02:30:00" }, { timeZone: "Europe/Berlin" }],
  [{ ...flat, created_at: "2026-03-29 02:30:00" }, { timeZone: "Europe/Berlin" }],
  [{ record: { id: "rec-1", ...call }, customer }],
  [{ ...call, ...details, id: "rec-1" }],
  [{ id: "rec-1", ...call, customer_first_name: "Noor", customer_last_name: "Haddad" }],
  [{ id: "rec-1", ...call, customer: details }],
  [{ id: "rec-1", ...call, customer: { details: 3 } }],
  [
    {
      data: {
        id: "rec-1",
        type: "recordings",
        attributes: call,
        relationships: { customer: { data: { type: "customers", id: "9" } } },
      },
    },
  ],
  [
    {
      data: { id: "rec-1", type: "recordings", attributes: call },
      included: [{ id: "cus-1", type: "customers", attributes: details }],
    },
  ],
  [{ a: { id: "1", ...attributes }, b: { id: "2", ...attributes } }],
  [Array.from({ length: 20_001 }, (_, n) => ({ id: n }))],
];

it("has every remark of the reader in German", () => {
  const messages = bodies.flatMap(([body, options]) => {
    const { problems, readings } = read(body, options);
    const remarks = [...problems, ...readings.flatMap((one) => [...one.problems, ...one.notices])];
    return remarks.map(({ message }) => message);
  });
  expect(new Set(messages).size).toBeGreaterThan(40);
  expect(messages.filter((message) => wordRemark(message) === message)).toEqual([]);
});

it("says in English what the reader has not said so well", () => {
  requestLocale().find = () => defaultLocale;
  expect(
    wordProblem(
      "the body is not JSON: End of string '\"' expected but reached end of input at position 301",
    ),
  ).toBe("Invalid JSON: expected a closing quote, but the payload ends at character 301");
  expect(wordProblem("data.id is a number; taken as text")).toBe(
    "data.id is a number; read as text",
  );
  expect(wordRemark("must be text")).toBe("must be text");
  requestLocale().find = () => "de-DE";
});

it("words what varies, too, and leaves what it doesn't know", () => {
  expect(wordRemark("is missing; expected a whole number")).toBe(
    "fehlt; erwartet wird: eine ganze Zahl",
  );
  expect(wordRemark('is "yes"; taken as true')).toBe('ist "yes"; als true gelesen');
  expect(wordRemark("is new here")).toBe("is new here");
});

it("words what is no JSON, also behind the path of a field", () => {
  const words = "der Inhalt ist kein JSON: nach „:“ wird ein Wert erwartet (Position 8)";
  expect(wordProblem("the body is not JSON: Object value expected after ':' at position 8")).toBe(
    words,
  );
  expect(
    wordProblem(
      "the body is not JSON: End of string '\"' expected but reached end of input at position 301",
    ),
  ).toBe(
    "der Inhalt ist kein JSON: das Ende eines Textes wird erwartet, doch der Inhalt endet (Position 301)",
  );
  expect(wordProblem("data.attributes the body is empty")).toBe(
    "data.attributes der Inhalt ist leer",
  );
  expect(wordProblem("nobody has translated this")).toBe("nobody has translated this");
});
