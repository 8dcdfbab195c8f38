import { connection } from "next/server";
import { pagesTexts, titled } from "@/app/texts.en";
import { Entrance, LinkIsOver } from "@/components/access/entrance";
import { SetUpForm } from "@/components/access/entrance-forms";
import { acceptInvitation } from "@/lib/access/members/actions";
import { getInvitation } from "@/lib/access/members/invitations";

export const generateMetadata = titled((t) => t.setUp.title);

/** Looking at the page uses nothing up: mail scanners and chat previews open links too. */
export default async function SetUpPage({ params }: PageProps<"/set-up/[token]">) {
  await connection();
  const { token } = await params;
  const invitation = await getInvitation(token, new Date());
  if (!invitation) return <LinkIsOver />;
  const t = pagesTexts().setUp;
  return (
    <Entrance
      title={t.title}
      description={invitation.role === "administrator" ? t.administrator : t.member}
    >
      <SetUpForm action={acceptInvitation} token={token} />
    </Entrance>
  );
}
