import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Hosts of URLs that must never be connected to, each once: every reserved range in every spelling. */
export function listHostileHosts(): string[] {
  const spelled = reservedIPv4.flatMap((address) => [
    ...spellIPv4(address),
    ...embedIPv4(address).map((host) => `[${host}]`),
  ]);
  return [...new Set([...spelled, ...reservedIPv6.map((host) => `[${host}]`)])];
}

/** Whole addresses in which a parser may see another host than its reader. `CANARY` is a port. */
export const hostileAddresses = [
  "http://files.example.com@127.0.0.1:CANARY/a.wav",
  "http://files.example.com:80@127.0.0.1:CANARY/a.wav",
  "http://user:password@127.0.0.1:CANARY/a.wav",
  "http://user@localhost:CANARY/a.wav",
  "http://@127.0.0.1:CANARY/a.wav",
  "http://:@127.0.0.1:CANARY/a.wav",
  "http://127.0.0.1:CANARY#@files.example.com/a.wav",
  "http://127.0.0.1:CANARY?@files.example.com/a.wav",
  "http://127.0.0.1:CANARY\\@files.example.com/a.wav",
  "http:\\\\127.0.0.1:CANARY\\a.wav",
  "http:/127.0.0.1:CANARY/a.wav",
  "http:127.0.0.1:CANARY/a.wav",
  "http:///127.0.0.1:CANARY/a.wav",
  "http://////127.0.0.1:CANARY/a.wav",
  " http://127.0.0.1:CANARY/a.wav",
  "\thttp://127.0.0.1:CANARY/a.wav",
  "ht\ntp://127.0.0.1:CANARY/a.wav",
  "http://127.0.\t0.1:CANARY/a.wav",
  "http://127.0.0.1:\r\nCANARY/a.wav",
  "HTTP://127.0.0.1:CANARY/a.wav",
  "hTtPs://127.0.0.1:CANARY/a.wav",
  "http://127.0.0.1:0CANARY/a.wav",
  "http://127%2e0%2e0%2e1:CANARY/a.wav",
  "http://%31%32%37.0.0.1:CANARY/a.wav",
  "http://%6c%6f%63%61%6c%68%6f%73%74:CANARY/a.wav",
  "http://%5b::1%5d:CANARY/a.wav",
  "http://127。0。0。1:CANARY/a.wav",
  "http://127．0．0．1:CANARY/a.wav",
  "http://127｡0｡0｡1:CANARY/a.wav",
  "http://１２７.0.0.1:CANARY/a.wav",
  "http://①②⑦.⓪.⓪.①:CANARY/a.wav",
  "http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:CANARY/a.wav",
  "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:CANARY/a.wav",
  "http://ｌｏｃａｌｈｏｓｔ:CANARY/a.wav",
  "http://loc\u00adalhost:CANARY/a.wav",
  "http://local\u200bhost:CANARY/a.wav",
  "http://ſocalhost:CANARY/a.wav",
  "http://0x7f.0x0.0x0.0x1:CANARY/a.wav",
  "http://0x7F.1:CANARY/a.wav",
  "http://0X7F000001:CANARY/a.wav",
  "http://00000000177.0.0.1:CANARY/a.wav",
  "http://127.0.0.01:CANARY/a.wav",
  "http://127.0x0000000000000000000001:CANARY/a.wav",
  "http://4294967296:CANARY/a.wav",
  "http://6442450945:CANARY/a.wav",
  "http://256.0.0.1:CANARY/a.wav",
  "http://127.0.0.1.1:CANARY/a.wav",
  "http://127.0.0.1..:CANARY/a.wav",
  "http://127..1:CANARY/a.wav",
  "http://-1:CANARY/a.wav",
  "http://[::1%25lo]:CANARY/a.wav",
  "http://[::1%lo]:CANARY/a.wav",
  "http://[fe80::1%25eth0]:CANARY/a.wav",
  "http://[fe80::1%eth0]:CANARY/a.wav",
  "http://[fe80::1%251]:CANARY/a.wav",
  "http://[0:0:0:0:0:0:0:1]:CANARY/a.wav",
  "http://[0000:0000:0000:0000:0000:0000:0000:0001]:CANARY/a.wav",
  "http://[0::0::1]:CANARY/a.wav",
  "http://[::ffff:127.0.0.1]:CANARY/a.wav",
  "http://[::FFFF:7F00:1]:CANARY/a.wav",
  "http://[0:0:0:0:0:ffff:127.0.0.1]:CANARY/a.wav",
  "http://[::ffff:0x7f.1]:CANARY/a.wav",
  "http://[::ffff:2130706433]:CANARY/a.wav",
  "http://::1:CANARY/a.wav",
  "http://[127.0.0.1]:CANARY/a.wav",
  "http://[v1.127.0.0.1]:CANARY/a.wav",
  "https://files.example.com:CANARY@127.0.0.1:CANARY/a.wav",
  "//127.0.0.1:CANARY/a.wav",
  "127.0.0.1:CANARY/a.wav",
  "localhost:CANARY",
  "/a.wav",
  "",
  "http://",
  "http://:CANARY/",
  "http://127.0.0.1:-1/",
  "http://127.0.0.1:99999/",
  "ftp://127.0.0.1:CANARY/a.wav",
  "ws://127.0.0.1:CANARY/a.wav",
  "wss://127.0.0.1:CANARY/a.wav",
  "gopher://127.0.0.1:CANARY/_GET%20/",
  "dict://127.0.0.1:CANARY/",
  "file:///etc/passwd",
  "file://127.0.0.1/etc/passwd",
  "unix:/var/run/docker.sock",
  "http+unix://%2Fvar%2Frun%2Fdocker.sock/",
  "blob:http://127.0.0.1:CANARY/a",
  "view-source:http://127.0.0.1:CANARY/",
  "jar:http://127.0.0.1:CANARY/!/a.wav",
  "data:audio/wav;base64,UklGRg==",
  "javascript:fetch('http://127.0.0.1:CANARY')",
];

/** Names that somebody's DNS leads to the loopback. */
export const hostileNames = [
  "localhost",
  "LocalHost",
  "localhost.",
  "localhost.localdomain",
  "ip6-localhost",
  "ip6-loopback",
  "a.localhost",
  "b.a.localhost.",
  "localtest.me",
  "127.0.0.1.nip.io",
  "7f000001.rebind.example",
  "metadata.google.internal",
  "metadata",
  "kubernetes.default.svc",
  "host.docker.internal",
  "router.lan",
  "printer.local",
  "_gateway",
  "xn--fiqs8s.example",
  "ⓔxample.com",
  "files.example.com",
  "files.example.com.",
];

/** One of each range that isn't of the public internet, and its edges where these are easily missed. */
const reservedIPv4 = [
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.127.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.254",
  "192.0.0.8",
  "192.0.0.171",
  "192.0.2.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.175.48.1",
  "198.18.0.1",
  "198.19.255.254",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
];

const reservedIPv6 = [
  "::",
  "::1",
  "::2",
  "100::1",
  "100:0:0:1::1",
  "64:ff9b:1::1",
  "2001::1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002::1",
  "3fff::1",
  "3fff:fff::1",
  "4000::1",
  "5f00::1",
  "8000::1",
  "fc00::1",
  "fd00:ec2::254",
  "fdff:ffff::1",
  "fe80::1",
  "febf::1",
  "fec0::1",
  "feff::1",
  "ff01::1",
  "ff02::1",
  "ff0e::1",
];

function spellIPv4(address: string): string[] {
  const bytes = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const octal = (value: number) => `0${value.toString(8)}`;
  const hex = (value: number) => `0x${value.toString(16)}`;
  return [
    address,
    `${address}.`,
    String(number),
    octal(number),
    hex(number),
    bytes.map(octal).join("."),
    bytes.map(hex).join("."),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${hex(a)}.${octal(b)}.${(c << 8) | d}`,
    [...address]
      .map((sign) => (sign === "." ? "。" : String.fromCodePoint(0xff10 + +sign)))
      .join(""),
  ];
}

/** What IPv6 has for an IPv4 address: mapped, compatible, translated, tunnelled. */
function embedIPv4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const [high, low] = [(a << 8) | b, (c << 8) | d];
  const hex = `${high.toString(16)}:${low.toString(16)}`;
  const inverse = `${(high ^ 0xffff).toString(16)}:${(low ^ 0xffff).toString(16)}`;
  return [
    `::ffff:${address}`,
    `::ffff:${hex}`,
    `0:0:0:0:0:FFFF:${hex}`,
    `::${hex}`,
    `::ffff:0:${hex}`,
    `64:ff9b::${hex}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${hex}`,
    `2002:${hex}::`,
    `2002:${hex}::1`,
    `2001:0:808:808:0:0:${inverse}`,
    `2001:0:${hex}::1`,
  ];
}

/** HTTPS on the loopback, under a certificate that nobody vouches for. */
export async function serveTls(answer: (response: ServerResponse) => void) {
  const pem = (label: string, base64: string) =>
    `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`;
  const options = {
    key: pem("PRIVATE KEY", localKey.join("\n")),
    cert: pem("CERTIFICATE", localCertificate.join("\n")),
  };
  const server = createServer(options, (_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `https://127.0.0.1:${port}`, close };
}

/** Made for this test, for `localhost`, until 2126. */
const localKey = [
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMPyP1Vt5TkzpwbmL",
  "VPmKTzlfsX2R55ZIxmvUQKj1Ok6hRANCAAROP8AbYQ93RhQk7HO1JXToLwvbmGLU",
  "gqkVIODlWSXqHNsLqVxfJuSz7sQXVXaHK2oGGcAceSofx1Vek7DXVMKw",
];

const localCertificate = [
  "MIIBfzCCASWgAwIBAgIUBOFcrE4R5XnDASpc/KCOqXUJnE4wCgYIKoZIzj0EAwIw",
  "FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE2MTE1N1oYDzIxMjYxMDMw",
  "MTYxMTU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO",
  "PQMBBwNCAAROP8AbYQ93RhQk7HO1JXToLwvbmGLUgqkVIODlWSXqHNsLqVxfJuSz",
  "7sQXVXaHK2oGGcAceSofx1Vek7DXVMKwo1MwUTAdBgNVHQ4EFgQUrnLkdIaMt/1X",
  "bzFC1ISwqkDZQ7IwHwYDVR0jBBgwFoAUrnLkdIaMt/1XbzFC1ISwqkDZQ7IwDwYD",
  "VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAivBgpGtuwKc02XVn1A+g",
  "qmZXpbUGM7w/HYUre31yi3QCIGFdF/CyTYf4wx3sZt4odTiceVYHJvwn3PhqKlcL",
  "DQaC",
];
