import { expect, test } from "vitest";
import { checkLedger, countFaults, describeFaults, type StoredDelivery } from "./check-ledger";

const issued = {
  attemptsByHash: new Map([
    ["aa", 1],
    ["bb", 2],
    ["cc", 1],
  ]),
  acknowledged: [
    { deliveryId: "1", sha256: "aa" },
    { deliveryId: "2", sha256: "bb" },
  ],
};
const sound = [keep("1", "aa"), keep("2", "bb")];

test("finds nothing where all is well", () => {
  const faults = checkLedger(issued, sound);
  expect(countFaults(faults)).toBe(0);
  expect(describeFaults(faults)).toBe("none");
});

test("takes a stored event that was issued but never answered for sound", () => {
  expect(countFaults(checkLedger(issued, [...sound, keep("3", "cc"), keep("4", "bb")]))).toBe(0);
});

test("catches a lost one", () => {
  expect(checkLedger(issued, [keep("1", "aa")]).lost).toEqual(["2"]);
});

test("catches an invented one", () => {
  expect(checkLedger(issued, [...sound, keep("3", "dd")]).invented).toEqual(["3"]);
});

test("catches one that was stored more often than issued", () => {
  expect(checkLedger(issued, [...sound, keep("3", "aa")]).doubled).toEqual(["3"]);
});

test("catches one that is stored twice under its id", () => {
  const twice = { ...issued, attemptsByHash: new Map([...issued.attemptsByHash, ["aa", 2]]) };
  expect(checkLedger(twice, [...sound, keep("1", "aa")]).doubled).toEqual(["1"]);
});

test("catches bytes that differ from what was acknowledged under the id", () => {
  expect(checkLedger(issued, [keep("1", "cc"), keep("2", "bb")]).altered).toEqual(["1"]);
});

test("catches bytes that differ from their own hash", () => {
  const bent = { deliveryId: "1", sha256: "aa", bodySha256: "cc" };
  expect(checkLedger(issued, [bent, keep("2", "bb")]).altered).toContain("1");
});

test("catches two acknowledgements that share a delivery", () => {
  const merged = {
    attemptsByHash: issued.attemptsByHash,
    acknowledged: [...issued.acknowledged, { deliveryId: "2", sha256: "bb" }],
  };
  const faults = checkLedger(merged, sound);
  expect(faults.merged).toEqual(["2"]);
  expect(describeFaults(faults)).toBe("1 merged (2)");
});

function keep(deliveryId: string, sha256: string): StoredDelivery {
  return { deliveryId, sha256, bodySha256: sha256 };
}
