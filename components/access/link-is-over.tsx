import { ButtonLink } from "@/components/ui/controls/button-link";
import { Code } from "@/components/ui/page/description-list";
import { Entrance } from "./entrance";

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
