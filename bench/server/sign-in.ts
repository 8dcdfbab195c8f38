import pg from "pg";
import { administrator } from "./server";
import type { Site } from "./site";

/**
 * Signs somebody in, the administrator unless another is named, and from an address of their own if so
 * wanted. @returns the header with which one is known from then on
 */
export async function signIn(
  url: string,
  person = administrator,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: url, ...headers },
    body: JSON.stringify(person),
  });
  if (!answer.ok) throw new Error(`Cannot sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Signs so many users in, each with a session and an address of their own. @returns their headers */
export async function signInPeople(
  { server, databaseUrl }: Pick<Site, "server" | "databaseUrl">,
  users: number,
): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const cookies: string[] = [];
    for (let user = 0; user < users; user++) {
      const email = `person-${user}@example.com`;
      await client.query(insertUser, [`person-${user}`, email]);
      await client.query(insertPassword, [`person-${user}`, administrator.email]);
      const address = { "X-Forwarded-For": `203.0.113.${user % 256}` };
      cookies.push(await signIn(server.url, { ...administrator, email }, address));
    }
    return cookies;
  } finally {
    await client.end();
  }
}

const insertUser = `
  INSERT INTO "user" (id, name, email, role, updated_at) VALUES ($1, 'Person', $2, 'member', now())`;

/** The administrator's own, which needs no work to hash. */
const insertPassword = `
  INSERT INTO account (id, account_id, provider_id, user_id, password, updated_at)
  SELECT $1, $1, provider_id, $1, password, now()
  FROM account WHERE user_id = (SELECT id FROM "user" WHERE email = $2)`;
