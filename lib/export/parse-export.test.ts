import { expect, test } from "vitest";
import { exportColumns, parseExport } from "./parse-export";

test("without parameters it is everything, as CSV", () => {
  expect(parseExport(new URLSearchParams())).toMatchObject({
    wish: {
      format: "csv",
      columns: exportColumns,
      sort: "-created_at",
      withCoverage: false,
      withByteOrderMark: false,
    },
  });
});

test("takes the list's address as it is, paging too", () => {
  const address = "status=completed&campaign=~&q=refund&minutes=2..5&after=x&limit=999999&before=";
  expect(parseExport(new URLSearchParams(address))).toMatchObject({
    wish: { filter: { q: "refund", minutes: { least: 2, most: 5 } } },
  });
});

test("takes what is empty and what is not", () => {
  const address = "status=!~&gender=~&campaign=%5C&transcript=~&confirmed=!~&phone_ok=!true";
  expect(parseExport(new URLSearchParams(address))).toMatchObject({
    wish: {
      filter: {
        status: { include: [], exclude: [null] },
        gender: { include: [null], exclude: [] },
        campaign: { include: [null], exclude: [] },
        transcript: "empty",
        confirmed: "not-empty",
        phoneOk: false,
      },
    },
  });
});

test("columns come in the order of the interface, however they are written", () => {
  const parameters = new URLSearchParams("columns=status,%20id&columns=extra,status");
  expect(parseExport(parameters)).toMatchObject({ wish: { columns: ["id", "status", "extra"] } });
});

test.each([
  ["from=yesterday", "from"],
  ["days=tomorrow", "days"],
  ["days=today&to=2026-01-01", "to"],
  ["minutes=a..b", "minutes"],
  ["transcript=maybe", "transcript"],
  ["confirmed=!maybe", "confirmed"],
  ["sort=name", "sort"],
  ["format=xlsx", "format"],
  ["columns=id,secret", "columns"],
  ["coverage=yes", "coverage"],
  ["bom=true", "bom"],
  ["statsu=completed", "statsu"],
  ["from=2026-01-01&from=2026-02-01", "from"],
])("%s is refused by its name", (address, parameter) => {
  const read = parseExport(new URLSearchParams(address));
  expect(read).toMatchObject({ faults: [{ parameter, expected: expect.stringMatching(/\w/) }] });
});

test("all faults are named at once", () => {
  const read = parseExport(new URLSearchParams("from=x&to=y&format=z&colour=red"));
  expect(read).toMatchObject({ faults: { length: 4 } });
});
