"use client";

import { X } from "lucide-react";
import type { TagActions } from "@/components/notes/notes-section";
import { BulkTags } from "@/components/notes/tag-picker";
import { BulkProtect, type Protect } from "@/components/recordings/filters/protect-calls";
import type { RowViewModel } from "@/components/recordings/list-answers";
import { useBriefly } from "@/components/ui/controls/async-buttons";
import { buttonStyle, IconButton } from "@/components/ui/controls/button";
import { recordingHref } from "@/lib/list/id-segment";
import { FilterBySelected, selectionTexts, type ValueFilters } from "./cell-filters";

type SelectionBarProps = {
  ids: string[];
  /** The one that is selected alone. */
  only: RowViewModel | undefined;
  filters: ValueFilters;
  tagging: TagActions | undefined;
  protect: Protect | undefined;
  onClear: () => void;
};

/** What can be done with the selected calls. It lies over the list, so that nothing moves. */
export default function SelectionBar(props: SelectionBarProps) {
  const { ids, only, filters, tagging, protect, onClear } = props;
  const t = selectionTexts();
  const [said, setSaid] = useBriefly<string>();
  const copy = (lines: string[], copied: string) =>
    navigator.clipboard.writeText(lines.join("\n")).then(
      () => setSaid(copied),
      () => setSaid(t.notCopied),
    );
  const links = () => ids.map((id) => new URL(recordingHref(id), window.location.origin).href);
  const style = buttonStyle("ghost", "small");

  return (
    <section
      aria-label={t.selectedCalls}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(max(1rem,env(safe-area-inset-bottom))+var(--player-height))] z-20 flex justify-center px-3 lg:left-54"
    >
      <div className="pointer-events-auto flex max-w-full flex-wrap items-center justify-end gap-0.5 rounded-lg bg-raised py-1 pr-1 pl-3 text-dense shadow-popover">
        <p role="status" className="min-w-22 grow basis-22 truncate font-medium tabular-nums">
          {said ?? t.selected(ids.length)}
        </p>
        <button type="button" className={style} onClick={() => copy(ids, t.idsCopied)}>
          {t.copyIds}
        </button>
        <button type="button" className={style} onClick={() => copy(links(), t.linksCopied)}>
          {t.copyLinks}
        </button>
        {tagging ? (
          <BulkTags ids={ids} actions={tagging} className={style} onDone={setSaid} />
        ) : null}
        {protect ? (
          <BulkProtect ids={ids} protect={protect} className={style} onDone={setSaid} />
        ) : null}
        {only ? <FilterBySelected key={only.id} row={only} className={style} {...filters} /> : null}
        <IconButton label={t.clearSelection} aria-keyshortcuts="Escape" onClick={onClear}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </section>
  );
}
