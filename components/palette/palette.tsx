"use client";

import { ContactRound, PhoneCall, Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { startTransition, useId, useState } from "react";
import { MarkedText } from "@/components/format/text";
import { KeyCap, nameKeys } from "@/components/keyboard/keys";
import { toListHref } from "@/components/list/href";
import type { RowViewModel } from "@/components/recordings/list-answers";
import { fitsBeside } from "@/components/recordings/state/open-call";
import { ComboboxList, comboboxProps, stepOption } from "@/components/ui/controls/combobox";
import { Dialog } from "@/components/ui/overlay/dialog";
import { RawValue } from "@/components/vocabulary/values";
import { customerHref, recordingHref } from "@/lib/list/id-segment";
import { addSearch, readSearch } from "@/lib/recordings/filter/read-search";
import { toActionItems, toColumnItems } from "./action-items";
import { toCampaignItems, toFilterItems, toPlainItems, toTypedItems } from "./filter-items";
import {
  type Found,
  findItems,
  type PaletteItem,
  toPageItems,
  toViewItems,
  useFacetOptions,
  useFound,
  useSavedViews,
} from "./items";
import { paletteTexts } from "./texts.en";

type PaletteProps = { isAdministrator: boolean; signOut: () => unknown; onClose: () => void };

/** One box that finds every page, filter, column, action, call and customer. */
export default function Palette({ isAdministrator, signOut, onClose }: PaletteProps) {
  const t = paletteTexts();
  const router = useRouter();
  const isOnList = usePathname() === "/recordings";
  const options = useFacetOptions();
  const views = useSavedViews();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  // Before the dialog takes the focus.
  const [isOnRow] = useState(() => document.activeElement?.closest("tr[data-id]") != null);
  const found = useFound(text);
  const listId = useId();

  const search = isOnList ? window.location.search : "";
  const items = findItems(
    [
      ...toPageItems({ isAdministrator }),
      ...toViewItems(views),
      ...toTypedItems(search, text),
      ...toPlainItems(search, text, options),
      ...toFilterItems(search, options),
      ...(isOnList && fitsBeside() ? toColumnItems(search) : []),
      ...toCampaignItems(options),
      ...toActionItems(search, { isOnRow, signOut }),
      ...toSearchItems(text),
      ...toFoundItems(found),
    ],
    text,
  );
  const chosen = Math.min(active, items.length - 1);

  const perform = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    // The focus is back where it was before anything else happens to it.
    setTimeout(() => {
      if ("run" in item) return startTransition(() => void item.run());
      item.before?.();
      router.push(item.href as Parameters<typeof router.push>[0], { scroll: false });
    });
  };

  return (
    <Dialog
      label={t.title}
      onClose={onClose}
      className="mt-[12dvh] mb-auto max-sm:mt-3 max-sm:max-w-[calc(100vw-1.5rem)]"
    >
      <div className="sticky top-0 z-1 border-line border-b bg-raised">
        <Search aria-hidden className="absolute top-4 left-4 size-4 text-faint" />
        <input
          {...comboboxProps({ listId, active: items.length > 0 ? chosen : -1 })}
          aria-label={t.box}
          placeholder={t.placeholder}
          enterKeyHint="go"
          maxLength={1000}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const step = stepOption(event.key, chosen, items.length);
            if (step !== null) setActive(step);
            else if (event.key === "Enter") perform(items[chosen]);
            else return;
            event.preventDefault();
          }}
          className="h-12 w-full bg-transparent pr-4 pl-11 text-sm outline-none max-sm:text-base"
        />
      </div>
      <ComboboxList
        id={listId}
        label={t.found}
        options={items.map((item) => ({
          key: [item.group, item.label, item.raw, item.id].join(" "),
          group: t.groups[item.group],
          item,
        }))}
        active={chosen}
        onPoint={setActive}
        onChoose={({ item }) => perform(item)}
        className="max-h-[min(32rem,62dvh)] min-h-24 p-2"
        render={({ item }) => <ItemLine item={item} />}
      />
      <FoundState text={text.trim()} found={found} onRetry={found.retry} />
    </Dialog>
  );
}

/** Icon, name, what is told beside it, and its key. */
function ItemLine({ item }: { item: PaletteItem }) {
  const { icon: Icon, label, parts, detail, raw, keys } = item;
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-col max-sm:py-1">
        <bdi className="max-w-full shrink-0 truncate sm:max-w-[60%]">
          <MarkedText text={label} parts={parts} />
        </bdi>
        <span className="flex max-w-full empty:hidden">
          <RawValue>{raw}</RawValue>
        </span>
        {detail ? (
          <bdi className="min-w-0 max-w-full flex-1 truncate text-muted text-xs tabular-nums">
            <MarkedText text="" parts={detail} />
          </bdi>
        ) : null}
      </span>
      {keys ? (
        <span className="flex shrink-0 gap-1 max-sm:hidden">
          <KeyCap>{nameKeys(keys)}</KeyCap>
        </span>
      ) : null}
    </>
  );
}

type FoundStateProps = { text: string; found: Found; onRetry: () => void };

/** What has become of the search among calls and customers; it always takes the same room. */
function FoundState({ text, found, onRetry }: FoundStateProps) {
  const t = paletteTexts();
  const { state, calls, customers } = found;
  const late = !calls === !customers ? "both" : calls ? "customers" : "calls";
  const isNone = state === "found" && calls?.length === 0 && customers?.length === 0;
  return (
    <div className="flex min-h-10 items-center gap-3 border-line border-t px-4 text-muted text-xs">
      <p role="status" className="min-w-0 flex-1 truncate">
        {state === "searching" ? t.searching : ""}
        {isNone ? t.noneHas(text) : ""}
        {state === "found" && !isNone ? t.newest : ""}
        {state === "idle" ? t.whatToType : ""}
        {state === "failed" ? t.notInTime[late] : ""}
      </p>
      {state === "failed" ? (
        <button
          type="button"
          onClick={onRetry}
          className="shrink-0 rounded font-medium text-accent underline underline-offset-2"
        >
          {t.tryAgain}
        </button>
      ) : null}
    </div>
  );
}

/** The lists of whatever has the text. */
function toSearchItems(text: string): PaletteItem[] {
  const q = text.trim();
  if (q === "") return [];
  const read = readSearch(q);
  const t = paletteTexts().searchIn;
  const item = (what: keyof typeof t, href: string): PaletteItem => ({
    group: "search",
    icon: Search,
    label: t[what](q),
    href,
  });
  return [
    item("calls", toListHref(addSearch([], read))),
    // Other lists know no filters in their search.
    ...(read.parameters.length > 0
      ? []
      : [
          item("customers", toListHref([["q", q]], "/customers")),
          item("campaigns", toListHref([["q", q]], "/campaigns")),
        ]),
  ];
}

function toFoundItems({ calls, customers }: Found): PaletteItem[] {
  const t = paletteTexts();
  return [
    ...(calls ?? []).map(
      (row): PaletteItem => ({
        group: "calls",
        icon: PhoneCall,
        id: row.id,
        href: recordingHref(row.id),
        label: row.customerName,
        parts: row.marks?.customer,
        detail: describeCall(row),
      }),
    ),
    ...(customers ?? []).map(
      ({ id, name, contact, calls: count }): PaletteItem => ({
        group: "customers",
        icon: ContactRound,
        id,
        label: name.join(""),
        parts: name,
        href: customerHref(id),
        detail: [...contact.slice(0, -1), `${contact.at(-1)} · ${t.calls(count)}`],
      }),
    ),
  ];
}

/** When it was and what became of it, and why it is found where its name doesn't tell. */
function describeCall({ day, time, status, phoneNumber, marks }: RowViewModel): string[] {
  const [elsewhere] = marks?.elsewhere ?? [];
  const parts = (elsewhere && [
    `${elsewhere.label}: ${elsewhere.parts[0]}`,
    ...elsewhere.parts.slice(1),
  ]) ??
    marks?.phone_number ??
    marks?.summary ?? [phoneNumber];
  return [`${day} ${time} · ${status} · ${parts[0]}`, ...parts.slice(1)];
}
