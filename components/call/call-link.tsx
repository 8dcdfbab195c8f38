"use client";

import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps } from "react";
import { useOpenCall } from "@/components/recordings/state/open-call-context";

type CallLinkProps = Omit<
  ComponentProps<typeof Link>,
  "href" | "prefetch" | "onNavigate" | "className"
> & {
  href: Route;
  /** The call to open; null closes the one that is. */
  opens: string | null;
  label: string;
};

/** A square link to another call beside the list, or to the list alone. */
export function CallLink({ opens, label, ...props }: CallLinkProps) {
  const { open, close } = useOpenCall();
  return (
    <Link
      prefetch={false}
      scroll={false}
      aria-label={label}
      title={label}
      onNavigate={(event) => {
        event.preventDefault();
        if (opens === null) close();
        else open(opens);
      }}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-pressed"
      {...props}
    />
  );
}
