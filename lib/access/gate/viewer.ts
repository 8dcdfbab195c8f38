/** The person behind a request, as pages and rooms may know them. */
export type Viewer = { userId: string; name: string; email: string; role: Role };

export type Role = "administrator" | "member";

/** Anything but the one privileged word is an ordinary member. */
export function toRole(stored: string): Role {
  return stored === "administrator" ? "administrator" : "member";
}
