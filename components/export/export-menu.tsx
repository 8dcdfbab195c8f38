import { Download } from "lucide-react";
import { toolButtonStyle, toolLabelStyle } from "@/components/list/styles";
import { Popover } from "@/components/ui/overlay/popover";
import { ExportForm } from "./export-form";

type ExportMenuProps = {
  /** The parameters of the list's address: its filter and its order. */
  filter: [string, string][];
};

/** Takes the list away as a file. */
export function ExportMenu({ filter }: ExportMenuProps) {
  return (
    <Popover
      triggerClassName={toolButtonStyle}
      trigger={
        <>
          <Download aria-hidden className="size-3.5" />
          <span className={`max-sm:sr-only ${toolLabelStyle}`}>Export</span>
        </>
      }
      className="sm:max-h-[min(36rem,80dvh)] sm:w-88"
    >
      <ExportForm filter={filter} />
    </Popover>
  );
}
