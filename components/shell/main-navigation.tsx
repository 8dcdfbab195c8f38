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
import { NavigationLink } from "./shell-menu";
import { shellTexts } from "./texts.en";

type MainNavigationProps = { isAdministrator: boolean; home: Promise<Route> };

/** Every page that there is for this person. */
export function MainNavigation({ isAdministrator, home }: MainNavigationProps) {
  const t = shellTexts();
  return (
    <nav aria-label={t.main} className="space-y-6 py-2">
      <ul className="space-y-0.5">
        <li>
          <HomeLink home={home} />
        </li>
        <li>
          <NavigationLink href="/customers" icon={<ContactRound aria-hidden className={icon} />}>
            {t.customers}
          </NavigationLink>
        </li>
        <li>
          <NavigationLink href="/campaigns" icon={<Megaphone aria-hidden className={icon} />}>
            {t.campaigns}
          </NavigationLink>
        </li>
      </ul>
      <div>
        <h2 className="px-2.5 pb-1.5 font-medium text-faint text-xs">{t.settings}</h2>
        <ul className="space-y-0.5">
          <li>
            <NavigationLink
              href="/settings/calling-service"
              icon={<PhoneOutgoing aria-hidden className={icon} />}
            >
              {t.callingService}
            </NavigationLink>
          </li>
          <li>
            <NavigationLink
              href="/settings/vocabulary"
              icon={<Tags aria-hidden className={icon} />}
            >
              {t.vocabulary}
            </NavigationLink>
          </li>
          <li>
            <NavigationLink href="/settings/tags" icon={<Tag aria-hidden className={icon} />}>
              {t.tags}
            </NavigationLink>
          </li>
          {isAdministrator ? (
            <>
              <li>
                <NavigationLink
                  href="/settings/webhooks"
                  icon={<Webhook aria-hidden className={icon} />}
                >
                  {t.webhooks}
                </NavigationLink>
              </li>
              <li>
                <NavigationLink
                  href="/settings/retention"
                  icon={<CalendarClock aria-hidden className={icon} />}
                >
                  {t.retention}
                </NavigationLink>
              </li>
              <li>
                <NavigationLink
                  href="/settings/members"
                  icon={<UsersRound aria-hidden className={icon} />}
                >
                  {t.members}
                </NavigationLink>
              </li>
              <li>
                <NavigationLink href="/audit" icon={<ClipboardList aria-hidden className={icon} />}>
                  {t.audit}
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
  const t = shellTexts();
  return (
    <NavigationLink
      href={href}
      place="/recordings"
      icon={<AudioLines aria-hidden className="size-4 shrink-0" />}
    >
      {t.recordings}
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
