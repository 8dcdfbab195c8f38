import type { Locale } from "@/lib/language/locale";

/** The person behind a request, as pages and rooms may know them. */
export type Viewer = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  /** In which they chose to read; null: as their browser says. */
  locale: Locale | null;
};

export type Role = "administrator" | "member";

/** Anything but the one privileged word is an ordinary member. */
export function toRole(stored: string): Role {
  return stored === "administrator" ? "administrator" : "member";
}
