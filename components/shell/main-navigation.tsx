import {
  AudioLines,
  CalendarClock,
  ClipboardList,
  ContactRound,
  Megaphone,
  PhoneOutgoing,
  Tag,
  Tags,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { Logo } from "@/components/ui/logo";
import { NavigationLink } from "./navigation-link";

type MainNavigationProps = { isAdministrator: boolean; home: Promise<Route> };

/** Every page that there is for this person. */
export function MainNavigation({ isAdministrator, home }: MainNavigationProps) {
  return (
    <nav aria-label="Main" className="space-y-6 py-2">
      <ul className="space-y-0.5">
        <li>
          <HomeLink home={home} />
        </li>
        <li>
          <NavigationLink href="/customers" icon={<ContactRound aria-hidden className={icon} />}>
            Customers
          </NavigationLink>
        </li>
        <li>
          <NavigationLink href="/campaigns" icon={<Megaphone aria-hidden className={icon} />}>
            Campaigns
          </NavigationLink>
        </li>
      </ul>
      <div>
        <h2 className="px-2.5 pb-1.5 font-medium text-faint text-xs">Settings</h2>
        <ul className="space-y-0.5">
          <li>
            <NavigationLink
              href="/settings/calling-service"
              icon={<PhoneOutgoing aria-hidden className={icon} />}
            >
              Calling service
            </NavigationLink>
          </li>
          <li>
            <NavigationLink
              href="/settings/vocabulary"
              icon={<Tags aria-hidden className={icon} />}
            >
              Statuses &amp; campaigns
            </NavigationLink>
          </li>
          <li>
            <NavigationLink href="/settings/tags" icon={<Tag aria-hidden className={icon} />}>
              Tags
            </NavigationLink>
          </li>
          {isAdministrator ? (
            <>
              <li>
                <NavigationLink
                  href="/settings/webhooks"
                  icon={<Webhook aria-hidden className={icon} />}
                >
                  Webhooks
                </NavigationLink>
              </li>
              <li>
                <NavigationLink
                  href="/settings/retention"
                  icon={<CalendarClock aria-hidden className={icon} />}
                >
                  Retention
                </NavigationLink>
              </li>
              <li>
                <NavigationLink
                  href="/settings/members"
                  icon={<UsersRound aria-hidden className={icon} />}
                >
                  Members
                </NavigationLink>
              </li>
              <li>
                <NavigationLink href="/audit" icon={<ClipboardList aria-hidden className={icon} />}>
                  Audit log
                </NavigationLink>
              </li>
            </>
          ) : null}
        </ul>
      </div>
    </nav>
  );
}

const icon = "size-4 shrink-0";

/** The way to the list that this person begins with; until that is known, by the front page. */
function HomeLink({ home }: { home: Promise<Route> }) {
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

export function Wordmark() {
  return (
    <Link
      href="/recordings"
      className="flex items-center gap-2 rounded-md font-semibold text-[0.9375rem] tracking-tight"
    >
      <Logo className="size-6" />
      Earshot
    </Link>
  );
}
