import { redirect } from "next/navigation";
import { pagesTexts, titled } from "@/app/texts.en";
import { Entrance } from "@/components/access/entrance";
import { SignInForm } from "@/components/access/entrance-forms";
import { ForgetSnapshots } from "@/components/recordings/table/scroll-restoration";
import { Callout } from "@/components/ui/page/feedback";
import { findViewer, sessionHasEnded } from "@/lib/access/gate/gate";
import { parseReturnTo } from "@/lib/access/gate/strangers";
import { signIn } from "@/lib/access/members/actions";

export const generateMetadata = titled((t) => t.signIn.title);

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next: wanted, link } = await searchParams;
  const next = parseReturnTo(wanted);
  if (await findViewer()) redirect(next);
  const t = pagesTexts().signIn;
  return (
    <Entrance title={t.heading}>
      {(await sessionHasEnded()) ? <Callout>{t.sessionEnded}</Callout> : null}
      <ForgetSnapshots />
      <SignInForm action={signIn} next={next} link={typeof link === "string" ? link : null} />
      <p className="text-muted text-xs">{t.noAccount}</p>
    </Entrance>
  );
}
