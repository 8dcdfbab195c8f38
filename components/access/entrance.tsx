import { ButtonLink } from "@/components/ui/controls/button";
import { Logo } from "@/components/ui/logo";
import { Code } from "@/components/ui/page/description-list";

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
  return (
    <Entrance title="This link does not work" description="Each link works once, and not for long.">
      <ul className="list-disc space-y-2 pl-5 text-sm">
        <li>If you have created your account with it already, sign in.</li>
        <li>If somebody invited you, ask them for a new link.</li>
        <li>
          If you are setting Earshot up, restart it: while there is no administrator, each{" "}
          <Code>npm start</Code> prints a new link, and only the newest works.
        </li>
      </ul>
      <ButtonLink href="/sign-in" className="w-full">
        Go to sign-in
      </ButtonLink>
    </Entrance>
  );
}
