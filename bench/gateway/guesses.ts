import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { once } from "../run-scenarios";
import { ask, type Visit } from "./visit";

/** Each from another address. */
function addressOf(n: number): Record<string, string> {
  return { "X-Forwarded-For": `198.51.${(n >> 8) & 255}.${n & 255}` };
}

/** A sign-in with a wrong password. */
export function guessPassword(n: number, visit: Visit): Promise<void> {
  const body = JSON.stringify({ email: `nobody-${n}@example.com`, password: "not the password" });
  const headers = { "Content-Type": "application/json", Origin: visit.site.server.url };
  return ask(
    { ...visit, cookie: "" },
    "POST",
    "/api/auth/sign-in/email",
    { ...headers, ...addressOf(n) },
    body,
  );
}

/** An invitation that nobody has made, taken as its page does. */
export async function guessInvitation(n: number, visit: Visit): Promise<void> {
  const form = new FormData();
  const given = { token: `invented-${n}`, name: "Eve", email: `eve-${n}@example.com` };
  for (const [key, value] of Object.entries({ ...given, password: "not the password" })) {
    form.append(`_1_${key}`, value);
  }
  form.append("0", JSON.stringify([null, "$K1"]));
  const encoded = new Response(form);
  const headers = {
    "Content-Type": encoded.headers.get("content-type") ?? "",
    "Next-Action": await findAction(visit.source),
    Origin: visit.site.server.url,
  };
  const body = Buffer.from(await encoded.arrayBuffer());
  return ask({ ...visit, cookie: "" }, "POST", "/sign-in", { ...headers, ...addressOf(n) }, body);
}

const known = new Map<string, () => Promise<string>>();

function findAction(source: string): Promise<string> {
  const find = known.get(source) ?? once(() => readAction(source));
  known.set(source, find);
  return find();
}

async function readAction(source: string): Promise<string> {
  const file = join(source, ".next", "server", "server-reference-manifest.json");
  const { node }: { node: Record<string, { exportedName: string }> } = JSON.parse(
    await readFile(file, "utf8"),
  );
  const found = Object.entries(node).find(([, { exportedName }]) => exportedName === action);
  if (!found) throw new Error(`There is no action ${action} in the build`);
  return found[0];
}

const action = "acceptInvitation";
