import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Entrance } from "@/components/access/entrance";
import { SignInForm } from "@/components/access/sign-in-form";
import { ForgetPlaces } from "@/components/recordings/table/forget-places";
import { Callout } from "@/components/ui/page/callout";
import { findViewer, sessionHasEnded } from "@/lib/access/gate/gate";
import { parseReturnTo } from "@/lib/access/gate/return-to";
import { signIn } from "@/lib/access/members/actions";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next: wanted, link } = await searchParams;
  const next = parseReturnTo(wanted);
  if (await findViewer()) redirect(next);
  return (
    <Entrance title="Sign in to Earshot">
      {(await sessionHasEnded()) ? (
        <Callout>Your session has ended. Sign in to go on where you were.</Callout>
      ) : null}
      <ForgetPlaces />
      <SignInForm action={signIn} next={next} link={typeof link === "string" ? link : null} />
      <p className="text-muted text-xs">
        No account yet? If you are setting up Earshot, open the link that it printed when it
        started. Otherwise ask an administrator for an invite.
      </p>
    </Entrance>
  );
}
