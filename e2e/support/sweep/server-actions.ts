import { readFile } from "node:fs/promises";
import { inProject } from "@/bin/command/project";
import { type RawAnswer, type RawCall, sendRaw } from "../requests/raw-request";

/** A server action as the build knows it: anybody who read the scripts can post to its id. */
export type ServerAction = { id: string; name: string };

/** A record is sent as a form, and one that is `plain` as it is. */
type ActionArguments = readonly (string | boolean | null | Record<string, string> | Plain)[];

type Plain = { plain: Record<string, unknown> };

/** An action, the page that it is called from, and what it is given. */
export type ActionUse = { name: string; page: string; given: ActionArguments };

type Manifest = Record<"node" | "edge", Record<string, { filename: string; exportedName: string }>>;

/** Every action of the build, of which Next names the ids nowhere else, called as `lib/access/members/actions.ts signIn`. */
export async function findServerActions(): Promise<ServerAction[]> {
  const file = inProject(".next/server/server-reference-manifest.json");
  const { node, edge }: Manifest = JSON.parse(await readFile(file, "utf8"));
  return Object.entries({ ...node, ...edge })
    .map(([id, { filename, exportedName }]) => ({ id, name: `${filename} ${exportedName}` }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** @throws when the build has no action of this name. */
export async function findServerAction(name: string): Promise<ServerAction> {
  const action = (await findServerActions()).find((known) => known.name === name);
  if (!action) throw new Error(`There is no action ${name} in the build`);
  return action;
}

/** The request that the browser sends when a page calls the action. */
export async function toActionCall(
  { id }: ServerAction,
  path: string,
  given: ActionArguments,
): Promise<RawCall> {
  const form = new FormData();
  const root = given.map((argument, index) => {
    if (argument === null || typeof argument !== "object") return argument;
    if (isPlain(argument)) return argument.plain;
    const part = index + 1;
    for (const [key, value] of Object.entries(argument)) form.append(`_${part}_${key}`, value);
    return `$K${part}`;
  });
  form.append("0", JSON.stringify(root));
  const { headers, body } = await encode(form);
  return { path, method: "POST", headers: { ...headers, "Next-Action": id }, body };
}

/** The request of a form that is sent before any script has run. */
export async function toFormCall(
  { id }: ServerAction,
  path: string,
  fields: Record<string, string>,
): Promise<RawCall> {
  const form = new FormData();
  form.append(`$ACTION_ID_${id}`, "");
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  return { ...(await encode(form)), path, method: "POST" };
}

/** Calls an action as whoever holds the cookie. */
export async function callAction(
  origin: string,
  cookie: string,
  { name, page, given }: ActionUse,
): Promise<RawAnswer> {
  const { headers, ...call } = await toActionCall(await findServerAction(name), page, given);
  return sendRaw(origin, { ...call, headers: { ...headers, Cookie: cookie } });
}

function isPlain(argument: Record<string, string> | Plain): argument is Plain {
  return typeof argument.plain === "object";
}

async function encode(form: FormData) {
  const response = new Response(form);
  return {
    headers: { "Content-Type": response.headers.get("content-type") ?? "" },
    body: Buffer.from(await response.arrayBuffer()),
  };
}
