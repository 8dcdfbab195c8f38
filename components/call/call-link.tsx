"use client";

import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { classNames } from "@/components/ui/class-names";
import { useOpenCall } from "./open-call-context";

type CallLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch" | "onNavigate"> & {
  href: Route;
  /** The call to open; null closes the one that is. */
  opens: string | null;
  label: string;
};

/** A square link to another call beside the list, or to the list alone. */
export function CallLink({ opens, label, className, ...props }: CallLinkProps) {
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
      className={classNames(buttonStyle("ghost", "small"), "size-8 px-0", className)}
      {...props}
    />
  );
}
