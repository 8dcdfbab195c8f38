import { expect, test } from "vitest";
import {
  DatabaseFault,
  describeDatabaseFault,
  isAway,
  isConflict,
  isDuplicateKey,
  isForbidden,
  isHeld,
  isLostConnection,
  isObstacle,
  isRefusal,
  isRefusedContent,
  isSchemaFault,
  sqlStateOf,
} from "./faults";

const withCode = (code: string, message = "what the database says") =>
  new DatabaseFault(Object.assign(new Error(message), { code }));

test.each([
  ["25006", "the database is read-only"],
  ["28P01", "the database refuses the connection"],
  ["53100", "the disk of the database is full"],
  ["53300", "the database has no free connection"],
  ["57P03", "the database is starting or stopping"],
  ["42703", "the database's schema is not the one that this version needs"],
  ["42P01", "the database's schema is not the one that this version needs"],
  ["3F000", "the database's schema is not the one that this version needs"],
  ["42501", "the database's user lacks a right that Earshot needs"],
  ["22P02", "the database refuses what is stored"],
  ["23514", "the database refuses what is stored"],
  ["54000", "the database refuses what is stored"],
  ["55P03", "somebody holds a lock in the database"],
  ["40P01", "somebody holds a lock in the database"],
  ["57014", "the database does not answer"],
  ["57P01", "the database does not answer"],
  ["08006", "the database does not answer"],
  ["XX001", "the database reports an error"],
  ["ECONNREFUSED", "the database does not answer"],
])("%s is told as: %s", (code, text) => {
  expect(describeDatabaseFault(withCode(code, "secret words"))).toBe(text);
});

test.each([
  ["Query read timeout"],
  ["timeout expired"],
  ["timeout exceeded when trying to connect"],
  ["Connection terminated unexpectedly"],
  ["Connection terminated due to connection timeout"],
])("the database is away where the driver says: %s", (message) => {
  expect(isAway(new Error(message))).toBe(true);
  expect(describeDatabaseFault(new Error(message))).toBe("the database does not answer");
});

test("a connection that broke is told from one that could not be made", () => {
  const broke = (code: string, syscall: string) =>
    new DatabaseFault(Object.assign(new Error(`${syscall} ${code}`), { code, syscall }));
  const lost = [
    new Error("Connection terminated"),
    new Error("Connection terminated unexpectedly"),
    broke("ECONNRESET", "read"),
    broke("EPIPE", "write"),
    withCode("57P01"),
    withCode("57P02"),
  ];
  expect(lost.map(isLostConnection)).toEqual(lost.map(() => true));
  const others = [
    new Error("Connection terminated due to connection timeout"),
    new Error("timeout exceeded when trying to connect"),
    new Error("Query read timeout"),
    broke("ECONNREFUSED", "connect"),
    broke("ECONNRESET", "connect"),
    ...["57P03", "57014", "53300", "08006", "25006", "XX000"].map((state) => withCode(state)),
    "57P01",
  ];
  expect(others.map(isLostConnection)).toEqual(others.map(() => false));
});

test("it is away where its address refuses, also as one of several", () => {
  expect(isAway(withCode("ECONNREFUSED"))).toBe(true);
  const refused = Object.assign(new Error(""), { code: "ECONNREFUSED" });
  expect(isAway(new AggregateError([refused]))).toBe(true);
  for (const state of ["57P01", "57P02", "57P03", "53300", "08006", "57014", "55P03"]) {
    expect(isAway(withCode(state))).toBe(true);
  }
});

test("what it refuses, and what is no fault of its own, is not away", () => {
  for (const state of ["23505", "42703", "22P02", "40001", "08P01", "EPIPE"]) {
    expect(isAway(withCode(state))).toBe(false);
  }
  expect(isAway(new TypeError("a timeout is not a function"))).toBe(false);
  expect(isAway("ECONNREFUSED")).toBe(false);
});

test("each kind knows its own states", () => {
  const kinds = { isConflict, isDuplicateKey, isForbidden, isHeld, isObstacle, isRefusal };
  const judge = (state: string) =>
    Object.entries({ ...kinds, isRefusedContent, isSchemaFault }).flatMap(([name, is]) =>
      is(withCode(state)) ? [name] : [],
    );
  expect(judge("40001")).toEqual(["isConflict", "isObstacle"]);
  expect(judge("40P01")).toEqual(["isConflict", "isHeld", "isObstacle"]);
  expect(judge("55P03")).toEqual(["isHeld", "isObstacle"]);
  expect(judge("58030")).toEqual(["isObstacle"]);
  expect(judge("23505")).toEqual(["isDuplicateKey", "isRefusal", "isRefusedContent"]);
  expect(judge("42501")).toEqual(["isForbidden", "isRefusal", "isSchemaFault"]);
  expect(judge("53100")).toEqual([]);
  expect(judge("53200")).toEqual(["isRefusal"]);
  expect(judge("ECONNRESET")).toEqual([]);
});

test("EPIPE has the form of a state and is none", () => {
  expect(sqlStateOf(withCode("EPIPE"))).toBeUndefined();
});
