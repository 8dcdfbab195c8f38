import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "./guard-connection";

const privateIPv4 = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
];

const hex = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};

test.each(privateIPv4)("%s is not public, in no form that IPv6 has for it", (address) => {
  const forms = [
    address,
    `::ffff:${address}`,
    `::ffff:${hex(address)}`,
    `::${hex(address)}`,
    `::ffff:0:${hex(address)}`,
    `64:ff9b::${hex(address)}`,
    `64:ff9b:1::${hex(address)}`,
    `2002:${hex(address)}::1`,
    `2001:0:${hex(address)}::1`,
  ];
  expect(forms.filter(isPublicAddress)).toEqual([]);
});

test.each([
  "::",
  "::1",
  "100::1",
  "2001:db8::1",
  "2001:10::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456:789a::1",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1111%1",
  "fec0::1",
  "ff02::1",
  "",
  "localhost",
  "example.com",
  "[::1]",
])("%j is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "172.15.0.1",
  "172.32.0.1",
  "192.167.1.1",
  "100.63.0.1",
  "100.128.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
  "2606:4700:4700::1111",
  "2a00:1450:4001::200e",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test("no address of a private network passes", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const address = fc.oneof(
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  );
  fc.assert(
    fc.property(address, (bytes) => {
      const text = bytes.join(".");
      return !isPublicAddress(text) && !isPublicAddress(`::ffff:${text}`);
    }),
  );
});
