import { createRandom } from "../numbers/random";

export type TokenBook = {
  issue(): { token: string; expiresAt: Date };
  check(token: string): "valid" | "expired" | "unknown";
};

const maxRemembered = 1000;

/** Tokens are different after each start: those of an earlier one are unknown. */
export function createTokenBook(seed: number, lifeSeconds: number): TokenBook {
  const random = createRandom(seed, "tokens", Date.now());
  const expiries = new Map<string, Date>();
  return {
    issue() {
      const token = `sbx_${random.hex(48)}`;
      const expiresAt = new Date(Date.now() + lifeSeconds * 1000);
      expiries.set(token, expiresAt);
      const [oldest] = expiries.keys();
      if (expiries.size > maxRemembered && oldest !== undefined) expiries.delete(oldest);
      return { token, expiresAt };
    },
    check(token) {
      const expiresAt = expiries.get(token);
      if (!expiresAt) return "unknown";
      return expiresAt.getTime() > Date.now() ? "valid" : "expired";
    },
  };
}
