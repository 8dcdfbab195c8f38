"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import {
  type ComponentProps,
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import { toListHref } from "./href";

type Navigation = {
  isPending: boolean;
  /** Leads to another state of the list; `before` runs in the same transition. */
  navigate: (href: Route, options?: NavigateOptions) => void;
  refresh: () => void;
  /** Says which address a press will choose once it is over, for whoever may fetch a part of its page. */
  announce: (href: Route) => void;
  /**
   * Calls back with each address that is announced or chosen. Whoever fetches a part of the page of a chosen
   * one gives what resolves when that has come: the page itself is asked for then, or soon. Gives what ends
   * this.
   */
  hear: (hearer: Hearer) => () => void;
};

type Hearer = (href: Route, state: "announced" | "chosen") => Promise<void> | null;
type NavigateOptions = { replace?: boolean; scroll?: boolean; before?: () => void };

/** By so much the parts of a page that are fetched apart may be ahead of it. */
const headStartMs = 80;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const NavigationContext = createContext<Navigation | null>(null);

/** Holds the one transition of the list, so that every control can show that it is under way. */
export function ListNavigation({ children }: { children: React.ReactNode }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const hearers = useRef(new Set<Hearer>());
  const newest = useRef<Route>(undefined);

  const navigate: Navigation["navigate"] = (href, { replace, scroll = false, before } = {}) => {
    newest.current = href;
    const go = () => {
      if (replace) router.replace(href, { scroll });
      else router.push(href, { scroll });
    };
    const parts = [...hearers.current].flatMap((hearer) => hearer(href, "chosen") ?? []);
    startTransition(
      parts.length === 0
        ? () => {
            before?.();
            go();
          }
        : async () => {
            before?.();
            await Promise.race([Promise.all(parts), sleep(headStartMs)]);
            // Another one may have been chosen meanwhile.
            if (newest.current === href) startTransition(go);
          },
    );
  };
  useEffect(
    () => () => {
      newest.current = undefined;
    },
    [],
  );
  const refresh = () => startTransition(() => router.refresh());
  const announce = (href: Route) => {
    for (const hearer of hearers.current) hearer(href, "announced");
  };
  const hear: Navigation["hear"] = useCallback((hearer) => {
    hearers.current.add(hearer);
    return () => void hearers.current.delete(hearer);
  }, []);

  return (
    <NavigationContext value={{ isPending, navigate, refresh, announce, hear }}>
      <div aria-busy={isPending} data-pending={isPending || undefined} className="group/list">
        <div
          aria-hidden
          className="fixed inset-x-0 top-0 z-50 hidden h-0.5 overflow-hidden group-data-pending/list:block"
        >
          <div className="h-full w-1/4 animate-progress bg-accent-solid" />
        </div>
        {children}
      </div>
    </NavigationContext>
  );
}

export function useListNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error("useListNavigation is for controls inside ListNavigation");
  return navigation;
}

type ListLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch" | "onNavigate"> & {
  href: Route;
  /** Of choices of which one alone holds: the popover that they stand in has done its work. */
  closes?: boolean;
};

/** A link to another state of the list. */
export function ListLink({ href, scroll = false, closes, ...props }: ListLinkProps) {
  const { navigate } = useListNavigation();
  return (
    <Link
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault();
        if (closes) closePopover();
        navigate(href, { scroll });
      }}
      {...props}
    />
  );
}

/** One at most is open, but for those that only tell something. */
function closePopover() {
  document.querySelector<HTMLElement>("[popover=auto]:popover-open")?.hidePopover();
}

type ListFormProps = Omit<ComponentProps<"form">, "action" | "method" | "onSubmit"> & {
  path?: Route;
  /** The parameters of the list's address that this form leaves as they are. */
  others: [string, string][];
};

/** A form whose fields are parameters of the list's address. Without scripts it is a plain GET. */
export function ListForm({ path = "/recordings", others, children, ...props }: ListFormProps) {
  const { navigate } = useListNavigation();
  return (
    <form
      action={path}
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        closePopover();
        navigate(toListHref(textEntries(event.currentTarget), path));
      }}
      {...props}
    >
      {others.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** Only a file field would hold anything but text. */
export function textEntries(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

/**
 * The value of a promise that a later render may replace. The first one suspends; while a later
 * one is under way the value before stays, so that a navigation never waits for it.
 * Throws what the promise is rejected with.
 */
export function useLatest<T>(promise: Promise<T>): { value: T; isStale: boolean } {
  const [first] = useState(promise);
  const [settled, setSettled] = useState<Settled<T>>({ promise: first, promised: null });
  const value = use(first);

  useEffect(() => {
    let isWanted = true;
    const settle = (promised: Promised<T>) => {
      if (isWanted) setSettled({ promise, promised });
    };
    promise.then(
      (next) => settle({ value: next }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [promise]);

  const { promised } = settled;
  if (promised && "error" in promised) throw promised.error;
  return { value: promised ? promised.value : value, isStale: settled.promise !== promise };
}

type Promised<T> = { value: T } | { error: unknown };
type Settled<T> = { promise: Promise<T>; promised: Promised<T> | null };
