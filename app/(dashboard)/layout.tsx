import { cookies } from "next/headers";
import { PlayedRecorder } from "@/components/heard/heard-slots";
import { LocaleSync, TimeZoneSync } from "@/components/preferences/locale-controls";
import { parseTheme, themeCookie } from "@/components/preferences/theme";
import { Shell } from "@/components/shell/shell";
import { findViewer } from "@/lib/access/gate/gate";
import { chooseLocale, signOut } from "@/lib/access/members/actions";
import { localeCookie, parseLocale } from "@/lib/language/texts";
import { loadHome } from "@/lib/saved-views/load";
import { timeZoneCookie, viewerTimeZone } from "@/lib/settings/time-zone";

/** The frame. It locks nothing: each page and each loader holds the gate itself. */
export default async function DashboardLayout({ children }: { children: React.ReactNode }) {
  const viewer = await findViewer();
  if (!viewer) return children;
  const kept = await cookies();
  const theme = parseTheme(kept.get(themeCookie)?.value);
  return (
    <Shell
      viewer={{
        name: viewer.name,
        email: viewer.email,
        isAdministrator: viewer.role === "administrator",
        locale: viewer.locale,
      }}
      home={loadHome()}
      theme={theme}
      chooseLocale={chooseLocale}
      signOut={signOut}
    >
      <LocaleSync
        profile={viewer.locale}
        kept={parseLocale(kept.get(localeCookie)?.value) ?? null}
      />
      <TimeZoneSync cookie={timeZoneCookie} timeZone={await viewerTimeZone()} />
      <PlayedRecorder userId={viewer.userId} />
      {children}
    </Shell>
  );
}
