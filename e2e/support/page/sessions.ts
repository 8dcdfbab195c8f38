import { createHmac } from "node:crypto";
import type pg from "pg";

const minuteMs = 60_000;

type CookieParts = { name: string; token: string; signature: string };

export function splitCookie(cookie: string): CookieParts {
  const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
  const [token = "", signature = ""] = decodeURIComponent(value).split(".");
  return { name, token, signature };
}

export function joinCookie({ name, token, signature }: CookieParts): string {
  return `${name}=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** For `addCookies` of a browser. */
export function toBrowserCookie(cookie: string, url: string) {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  return { name, value, url };
}

/** As the server itself would sign it with this secret. */
export function signToken(token: string, secret: string): string {
  return createHmac("sha256", secret).update(token).digest("base64");
}

export type Age = { minutesOld: number; minutesIdle: number };

/**
 * Gives how to make the session of this cookie as old as one likes: everything about it happens
 * earlier, but for its last use. It comes back even when it was deleted for its age meanwhile.
 */
export async function rememberSession(
  client: pg.Client,
  cookie: string,
): Promise<(age: Age) => Promise<void>> {
  const { token } = splitCookie(cookie);
  const { rows } = await client.query("SELECT * FROM session WHERE token = $1", [token]);
  const [row] = rows;
  if (!row) throw new Error("This cookie has no session");
  const lifeMs = row.expires_at.getTime() - row.created_at.getTime();
  return async ({ minutesOld, minutesIdle }) => {
    const createdMs = Date.now() - minutesOld * minuteMs;
    const aged = {
      ...row,
      created_at: new Date(createdMs),
      expires_at: new Date(createdMs + lifeMs),
      last_seen_at: new Date(Date.now() - minutesIdle * minuteMs),
    };
    await client.query(putBack, [JSON.stringify(aged)]);
  };
}

const putBack = `
  INSERT INTO session SELECT * FROM jsonb_populate_record(NULL::session, $1)
  ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at,
    expires_at = excluded.expires_at, last_seen_at = excluded.last_seen_at`;
