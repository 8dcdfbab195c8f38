import { AudioLines } from "lucide-react";
import type { Route } from "next";
import { Suspense } from "react";
import { NavigationLink } from "./navigation-link";

/** The way to the list that this person begins with; until that is known, by the front page. */
export function HomeLink({ home }: { home: Promise<Route> }) {
  return (
    <Suspense fallback={<RecordingsLink href="/" />}>
      <KnownHomeLink home={home} />
    </Suspense>
  );
}

async function KnownHomeLink({ home }: { home: Promise<Route> }) {
  return <RecordingsLink href={await home} />;
}

function RecordingsLink({ href }: { href: Route }) {
  return (
    <NavigationLink
      href={href}
      place="/recordings"
      icon={<AudioLines aria-hidden className="size-4 shrink-0" />}
    >
      Recordings
    </NavigationLink>
  );
}
