"use client";

import { Download } from "lucide-react";
import { lazy } from "react";
import { toolButtonStyle, toolLabelStyle } from "@/components/list/filter-popover";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { texts } from "@/lib/language/texts";

const ExportForm = lazy(() => import("./export-form"));

type ExportMenuProps = {
  /** The parameters of the list's address: its filter and its order. */
  filter: [string, string][];
};

/** Takes the list away as a file. Without scripts, as CSV with every column. */
export function ExportMenu({ filter }: ExportMenuProps) {
  "use no memo";
  const t = exportTexts();
  return (
    <Popover
      triggerClassName={toolButtonStyle}
      trigger={
        <>
          <Download aria-hidden className="size-3.5" />
          <span className={toolLabelStyle}>{t.export}</span>
        </>
      }
      className="sm:max-h-[min(36rem,80dvh)] sm:w-88"
    >
      <noscript>
        <a
          href={`/api/recordings/export?${new URLSearchParams(filter)}`}
          className="block p-3 text-accent underline"
        >
          {t.downloadCsv}
        </a>
      </noscript>
      <WhenOpened fallback={<div className="h-80" />}>
        <ExportForm filter={filter} />
      </WhenOpened>
    </Popover>
  );
}

export const exportTexts = texts("exportMenu", {
  export: "Export",
  downloadCsv: "Download CSV",
});
