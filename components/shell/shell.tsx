import {
  AudioLines,
  CalendarClock,
  ClipboardList,
  ContactRound,
  LogOut,
  type LucideIcon,
  Megaphone,
  PhoneOutgoing,
  Tag,
  Tags,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Route } from "next";
import { Suspense } from "react";
import { HelpButton, PaletteButton } from "@/components/keyboard/keys";
import { PlayerSlot } from "@/components/player/player-slots";
import { LanguageChoice } from "@/components/preferences/language-choice";
import type { ChooseLocale } from "@/components/preferences/locale-controls";
import type { Theme } from "@/components/preferences/theme";
import { ThemeToggle } from "@/components/preferences/theme-toggle";
import { IconButton } from "@/components/ui/controls/button";
import { PageLink } from "@/components/ui/controls/page-link";
import { Logo } from "@/components/ui/logo";
import { type Locale, texts } from "@/lib/language/texts";
import { PageFaultProvider } from "./page-fault";
import { Keyboard, NavigationLink, ShellMenu, StatusSlot } from "./shell-controls";

type ShellProps = {
  viewer: { name: string; email: string; isAdministrator: boolean; locale: Locale | null };
  /** The list that they begin with. */
  home: Promise<Route>;
  theme: Theme;
  chooseLocale: ChooseLocale;
  signOut: () => Promise<void>;
  children: React.ReactNode;
};

/**
 * The frame around every page behind sign-in: a rail at the left, or a bar with a menu where the screen is
 * narrow. The page comes first for the Tab key, and the rail after it, to which the first link skips.
 */
export function Shell({ viewer, home, theme, chooseLocale, signOut, children }: ShellProps) {
  const t = shellTexts();
  return (
    <div className="min-h-dvh pt-12 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:pt-0 print:block print:pt-0">
      <a href="#navigation" className={skipStyle}>
        {t.skipToNavigation}
      </a>
      <a href="#recordings-table" data-skip-to-list className={`skip-to-list ${skipStyle}`}>
        {t.skipToList}
      </a>
      <main
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100dvh-3rem)] min-w-0 bg-surface pb-(--player-height) outline-none lg:col-start-2 lg:row-start-1 lg:min-h-dvh"
      >
        <PageFaultProvider>{children}</PageFaultProvider>
      </main>
      <PlayerSlot />
      <header
        id="navigation"
        tabIndex={-1}
        className="fixed inset-x-0 top-0 z-30 flex h-12 items-center justify-between border-line border-b bg-canvas px-4 outline-none lg:sticky lg:z-auto lg:col-start-1 lg:row-start-1 lg:h-dvh lg:flex-col lg:items-stretch lg:border-r lg:border-b-0 lg:px-0 print:hidden"
      >
        <div className="flex min-w-0 flex-1 items-center justify-between gap-2 pr-2 lg:h-14 lg:flex-none lg:pr-3 lg:pl-4">
          <Wordmark />
          <StatusSlot />
        </div>
        <ShellMenu label={t.menu}>
          <div className="min-h-0 flex-1 overflow-y-auto px-2">
            <div className="px-0.5 pt-1 pb-2">
              <PaletteButton />
            </div>
            <MainNavigation isAdministrator={viewer.isAdministrator} home={home} />
          </div>
          <ViewerPanel
            viewer={viewer}
            theme={theme}
            chooseLocale={chooseLocale}
            signOut={signOut}
          />
        </ShellMenu>
      </header>
      <Keyboard isAdministrator={viewer.isAdministrator} signOut={signOut} />
    </div>
  );
}

const skipStyle =
  "fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-solid px-3 py-2 font-medium text-on-accent focus:translate-y-0 print:hidden";

type ViewerPanelProps = Pick<ShellProps, "viewer" | "theme" | "chooseLocale" | "signOut">;

/** Who is signed in, and what concerns them alone. */
function ViewerPanel({ viewer, theme, chooseLocale, signOut }: ViewerPanelProps) {
  return (
    <div className="space-y-2.5 border-line border-t px-4 py-3">
      <div className="min-w-0 text-dense">
        <PageLink
          href="/settings/sessions"
          title={shellTexts().sessions}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {viewer.name}
        </PageLink>
        <p className="truncate text-muted text-xs" title={viewer.email}>
          {viewer.email}
        </p>
      </div>
      <LanguageChoice locale={viewer.locale} choose={chooseLocale} />
      <div className="flex items-center justify-between">
        <ThemeToggle theme={theme} />
        <div className="flex">
          <HelpButton />
          <form action={signOut}>
            <IconButton type="submit" label={shellTexts().signOut}>
              <LogOut aria-hidden className="size-4" />
            </IconButton>
          </form>
        </div>
      </div>
    </div>
  );
}

type MainNavigationProps = { isAdministrator: boolean; home: Promise<Route> };

/** Every page that there is for this person. */
function MainNavigation({ isAdministrator, home }: MainNavigationProps) {
  const t = shellTexts();
  const toItem = ({ href, icon: Icon, name }: Place) => (
    <li key={href}>
      <NavigationLink href={href} icon={<Icon aria-hidden className={iconStyle} />}>
        {t[name]}
      </NavigationLink>
    </li>
  );
  return (
    <nav aria-label={t.main} className="space-y-6 py-2">
      <ul className="space-y-0.5">
        <li>
          <HomeLink home={home} />
        </li>
        {places.map(toItem)}
      </ul>
      <div>
        <h2 className="px-2.5 pb-1.5 font-medium text-faint text-xs">{t.settings}</h2>
        <ul className="space-y-0.5">
          {settings.map(toItem)}
          {isAdministrator ? administration.map(toItem) : null}
        </ul>
      </div>
    </nav>
  );
}

type Place = { href: Route; icon: LucideIcon; name: keyof ReturnType<typeof shellTexts> };

const places: Place[] = [
  { href: "/customers", icon: ContactRound, name: "customers" },
  { href: "/campaigns", icon: Megaphone, name: "campaigns" },
];

const settings: Place[] = [
  { href: "/settings/calling-service", icon: PhoneOutgoing, name: "callingService" },
  { href: "/settings/vocabulary", icon: Tags, name: "vocabulary" },
  { href: "/settings/tags", icon: Tag, name: "tags" },
];

/** For administrators alone. */
const administration: Place[] = [
  { href: "/settings/webhooks", icon: Webhook, name: "webhooks" },
  { href: "/settings/retention", icon: CalendarClock, name: "retention" },
  { href: "/settings/members", icon: UsersRound, name: "members" },
  { href: "/audit", icon: ClipboardList, name: "audit" },
];

const iconStyle = "size-4 shrink-0";

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
      icon={<AudioLines aria-hidden className={iconStyle} />}
    >
      {shellTexts().recordings}
    </NavigationLink>
  );
}

function Wordmark() {
  return (
    <PageLink
      href="/recordings"
      className="flex items-center gap-2 rounded-md font-semibold text-[0.9375rem] tracking-tight"
    >
      <Logo className="size-6" />
      Earshot
    </PageLink>
  );
}

export const shellTexts = texts("shell", {
  skipToNavigation: "Skip to navigation",
  skipToList: "Skip to list",
  menu: "Menu",
  main: "Main",
  recordings: "Recordings",
  customers: "Customers",
  campaigns: "Campaigns",
  settings: "Settings",
  callingService: "Calling service",
  vocabulary: "Statuses & campaigns",
  tags: "Tags",
  webhooks: "Webhooks",
  retention: "Retention",
  members: "Members",
  audit: "Audit log",
  sessions: "Your sessions",
  signOut: "Sign out",
});
