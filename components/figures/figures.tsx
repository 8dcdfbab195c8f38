"use client";

import { SlidersHorizontal } from "lucide-react";
import { lazy } from "react";
import { useLatest } from "@/components/list/navigation";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import type { StatusChoice } from "@/components/recordings/list-answers";
import { classNames } from "@/components/ui/class-names";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { PanelSkeleton, Skeleton } from "@/components/ui/page/placeholders";
import { ChangeMark, compareFigures, type Figure, figuresTexts } from "./compare-figures";

// Nobody waits for it before it is opened.
const SuccessForm = lazy(() => import("./success-form"));

type FiguresProps = {
  /** Null for whoever may not choose which statuses are of success. */
  chooseSuccess: ChooseSuccess | null;
};

/** What the filter's calls are together, and how that differs from the days before. */
export function Figures({ chooseSuccess }: FiguresProps) {
  return (
    <section
      aria-label={figuresTexts().figures}
      className="grid h-26 shrink-0 @5xl:h-24 @lg:h-16 @5xl:grid-cols-[8rem_8rem_7.5rem_9.5rem] @lg:grid-cols-4 grid-cols-2 content-center gap-x-3 gap-y-2 px-4 @5xl:pr-2 sm:px-6"
    >
      <Counted fallback={<Placeholders />}>
        <LoadedFigures chooseSuccess={chooseSuccess} />
      </Counted>
    </section>
  );
}

function LoadedFigures({ chooseSuccess }: FiguresProps) {
  const { value, isStale } = useLatest(useListCounts().figures);
  const { calls, minutes, average, success } = compareFigures(value);
  const isChosen = value.statuses.some((one) => one.isSuccess);
  const isShown = isChosen || chooseSuccess !== null;
  const menu = chooseSuccess ? (
    <SuccessMenu statuses={value.statuses} isChosen={isChosen} action={chooseSuccess} />
  ) : null;
  return (
    <>
      {[calls, minutes, average].map((figure) => (
        <Tile key={figure.label} figure={figure} isStale={isStale} />
      ))}
      {isShown ? (
        <Tile figure={success} isStale={isStale} isGoodUp>
          {menu}
        </Tile>
      ) : null}
    </>
  );
}

type TileProps = {
  figure: Figure;
  isStale: boolean;
  isGoodUp?: boolean;
  children?: React.ReactNode;
};

function Tile({ figure: { label, text, change }, isStale, isGoodUp = false, children }: TileProps) {
  return (
    <dl aria-busy={isStale} className="group/tile min-w-0">
      <dt className="flex h-4 items-center gap-1 text-muted text-xs">
        <span className="truncate">{label}</span>
        {children}
      </dt>
      <dd className="flex items-baseline gap-1.5 tabular-nums">
        <span className="font-semibold text-base transition-colors group-aria-busy/tile:text-muted">
          {text}
        </span>
        {change ? <ChangeMark change={change} isGoodUp={isGoodUp} /> : null}
      </dd>
    </dl>
  );
}

function Placeholders() {
  return [1, 2, 3, 4].map((place) => <Skeleton key={place} className="h-10 w-20" />);
}

/** Takes `statuses`: of each choice its values, as JSON. */
export type ChooseSuccess = (form: FormData) => Promise<void>;

type SuccessMenuProps = { statuses: StatusChoice[]; isChosen: boolean; action: ChooseSuccess };

function SuccessMenu({ statuses, isChosen, action }: SuccessMenuProps) {
  const t = figuresTexts();
  const title = isChosen ? t.changeSuccess : t.chooseSuccess;
  return (
    <Popover
      trigger={isChosen ? <SlidersHorizontal aria-hidden className="size-3.5" /> : t.setUp}
      triggerLabel={title}
      triggerClassName={classNames(
        "-my-1 inline-flex size-6 shrink-0 justify-center items-center rounded px-1 text-muted hover:bg-hover hover:text-text",
        !isChosen && "w-auto text-accent underline underline-offset-2",
      )}
      className="w-72"
    >
      <WhenOpened fallback={<PanelSkeleton />}>
        <SuccessForm statuses={statuses} action={action} />
      </WhenOpened>
    </Popover>
  );
}
