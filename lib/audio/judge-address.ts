import "server-only";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is of the public internet. Private, loopback, link-local, shared, multicast
 * and reserved ones aren't, nor are their forms inside IPv6. What isn't an address isn't public.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes("%") || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === "unicast";
  if (address.match(translated)) return isPublicAddress(embeddedIPv4(address));
  return address.range() === "unicast" && address.match(globalUnicast);
}

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** What NAT64 turns into IPv4; networks without IPv4 reach every IPv4 host so. */
const translated = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

function embeddedIPv4(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(12).join(".");
}
