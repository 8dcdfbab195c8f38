import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeAtomically } from "@/lib/platform/files/data-directory";
import { say } from "../command/command";
import { inProject } from "../command/project";

type Facts = { publicUrl: string; webhookUrl: string; isWhole: boolean; isDemo: boolean };

/** Where made-up calls are sent, so that they can be removed, and what signs the administrator in, once. */
export type Demo = { webhookUrl: string; signInUrl: string | null };

/**
 * Creates the first administrator, or the link by which one is set up; gives how to sign in, and the URL
 * to register, whole or without its secret, or where there is one, once the secret of this URL was
 * revoked. What a log keeps, whoever reads the log may use: `isWhole` tells whether it may hold them.
 */
export async function describeFirstLines(
  program: string[],
  facts: Facts,
): Promise<{ signIn: string; webhook: string; demo: Demo | null }> {
  const { first, isRevoked, demo } = await ask([
    ...program,
    ...(facts.isWhole ? ["--may-show-link"] : []),
    ...(facts.isDemo ? ["--demo"] : []),
  ]);
  return {
    signIn: describeSignIn(facts.publicUrl, first),
    webhook: describeWebhookUrl(facts, isRevoked),
    demo,
  };
}

const answerSchema = z.object({
  first: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("exists"), isIgnored: z.boolean() }),
    z.object({ kind: z.literal("created") }),
    z.object({ kind: z.literal("link"), url: z.string() }),
    z.object({ kind: z.literal("link-kept") }),
  ]),
  isRevoked: z.boolean(),
  demo: z.object({ webhookUrl: z.string(), signInUrl: z.string().nullable() }).nullable(),
});
type Answer = z.infer<typeof answerSchema>;

function ask(program: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, program, {
      cwd: inProject(),
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      detached: true,
    });
    child.once("message", (message) => resolve(answerSchema.parseAsync(message)));
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`Earshot couldn't prepare the sign-in (${signal ?? `code ${code}`}).`)),
    );
  });
}

function describeSignIn(publicUrl: string, first: Answer["first"]): string {
  if (first.kind === "link") return `create the first account (works once): ${first.url}`;
  if (first.kind === "link-kept") {
    return "use the link of the first start, or start Earshot in a terminal for a new one";
  }
  if (first.kind === "created") {
    return `${publicUrl}/sign-in with the email in ADMIN_EMAIL and the password in ADMIN_PASSWORD`;
  }
  if (first.isIgnored) {
    say(
      "ADMIN_EMAIL is ignored: there is already an administrator, and nobody has an account under " +
        "this address (a removed account stays removed)",
    );
  }
  return `${publicUrl}/sign-in with an existing account`;
}

function describeWebhookUrl({ publicUrl, webhookUrl, isWhole }: Facts, isRevoked: boolean): string {
  if (isRevoked) return `see ${publicUrl}/settings/webhooks; the first one has been revoked`;
  if (isWhole) return webhookUrl;
  return `${webhookUrl.replace(/(\/[^/]{4})[^/]*$/, "$1…")}, in full under Settings > Webhooks`;
}

/** Whether the lines were printed already by a start on this folder, so that logs hold them. */
export async function wereLinesPrinted(directory: string): Promise<boolean> {
  return (await readFile(join(directory, mark), "utf8").catch(() => null)) !== null;
}

export async function rememberLines(directory: string): Promise<void> {
  await writeAtomically(join(directory, mark), "The webhook URL was printed at the first start.\n");
}

const mark = "first-start-done";
