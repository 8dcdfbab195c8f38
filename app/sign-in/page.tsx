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
  const next = parseReturnTo((await searchParams).next);
  if (await findViewer()) redirect(next);
  return (
    <Entrance title="Sign in to Earshot">
      {(await sessionHasEnded()) ? (
        <Callout>Your session has ended. Sign in to go on where you were.</Callout>
      ) : null}
      <ForgetPlaces />
      <SignInForm action={signIn} next={next} />
    </Entrance>
  );
}
