import { fillText } from "@/components/format/text";
import { ButtonLink } from "@/components/ui/controls/links";
import { Logo } from "@/components/ui/logo";
import { Code } from "@/components/ui/page/details";
import { accessTexts } from "./texts.en";

type EntranceProps = { title: string; description?: React.ReactNode; children: React.ReactNode };

/** The pages in front of the dashboard: one thing to do, in the middle. */
export function Entrance({ title, description, children }: EntranceProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-88">
        <Logo className="size-9" />
        <h1 className="mt-5 font-semibold text-xl tracking-tight">{title}</h1>
        {description ? <div className="mt-1 text-muted text-sm">{description}</div> : null}
        <div className="mt-6 space-y-4">{children}</div>
      </div>
    </main>
  );
}

/** What stands behind a link that was used, revoked, has expired or was never made. */
export function LinkIsOver() {
  const t = accessTexts().linkOver;
  return (
    <Entrance title={t.title} description={t.description}>
      <ul className="list-disc space-y-2 pl-5 text-sm">
        <li>{t.ifCreated}</li>
        <li>{t.ifInvited}</li>
        <li>{fillText(t.ifSettingUp, { command: <Code>npm start</Code> })}</li>
      </ul>
      <ButtonLink href="/sign-in" className="w-full">
        {t.goToSignIn}
      </ButtonLink>
    </Entrance>
  );
}
