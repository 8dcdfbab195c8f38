import type { Metadata } from "next";
import { connection } from "next/server";
import { Entrance } from "@/components/access/entrance";
import { LinkIsOver } from "@/components/access/link-is-over";
import { SetUpForm } from "@/components/access/set-up-form";
import { acceptInvitation } from "@/lib/access/members/actions";
import { getInvitation } from "@/lib/access/members/queries";

export const metadata: Metadata = { title: "Create your account" };

/** Looking at the page uses nothing up: mail scanners and chat previews open links too. */
export default async function SetUpPage({ params }: PageProps<"/set-up/[token]">) {
  await connection();
  const { token } = await params;
  const invitation = await getInvitation(token, new Date());
  if (!invitation) return <LinkIsOver />;
  return (
    <Entrance
      title="Create your account"
      description={
        invitation.role === "administrator"
          ? "You will be an administrator: you see recordings, change settings and decide who has access."
          : "You will be a member: you see the recordings of your team's calls."
      }
    >
      <SetUpForm action={acceptInvitation} token={token} />
    </Entrance>
  );
}
