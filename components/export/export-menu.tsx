import { Download } from "lucide-react";
import { Popover } from "@/components/ui/popover";
import { toolButtonStyle } from "../recordings/tool-button-style";
import { ExportForm } from "./export-form";

type ExportMenuProps = {
  /** The parameters of the list's address: its filter and its order. */
  filter: [string, string][];
  /** How many calls there are to be written, once that is known; null where nobody counts so far. */
  total: Promise<number | null>;
};

/** Takes the list away as a file. */
export function ExportMenu({ filter, total }: ExportMenuProps) {
  return (
    <Popover
      triggerClassName={toolButtonStyle}
      trigger={
        <>
          <Download aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">Export</span>
        </>
      }
      className="sm:w-88"
    >
      <ExportForm filter={filter} total={total} />
    </Popover>
  );
}
