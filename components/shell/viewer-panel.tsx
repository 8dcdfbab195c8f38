import { LogOut } from "lucide-react";
import { HelpButton } from "@/components/keyboard/help-button";
import type { Theme } from "@/components/theme/theme";
import { ThemeToggle } from "@/components/theme/theme-toggle";
import { IconButton } from "@/components/ui/controls/button";

type ViewerPanelProps = {
  viewer: { name: string; email: string };
  theme: Theme;
  signOut: () => Promise<void>;
};

/** Who is signed in, and what concerns them alone. */
export function ViewerPanel({ viewer, theme, signOut }: ViewerPanelProps) {
  return (
    <div className="space-y-2.5 border-line border-t px-4 py-3">
      <div className="min-w-0 text-dense">
        <p className="truncate font-medium">{viewer.name}</p>
        <p className="truncate text-muted text-xs" title={viewer.email}>
          {viewer.email}
        </p>
      </div>
      <div className="flex items-center justify-between">
        <ThemeToggle theme={theme} />
        <div className="flex">
          <HelpButton />
          <form action={signOut}>
            <IconButton type="submit" label="Sign out">
              <LogOut aria-hidden className="size-4" />
            </IconButton>
          </form>
        </div>
      </div>
    </div>
  );
}
