"use client";

import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps } from "react";
import { useListNavigation } from "./list-navigation";

type ListLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch" | "onNavigate"> & {
  href: Route;
};

/** A link to another state of the list. */
export function ListLink({ href, scroll = false, ...props }: ListLinkProps) {
  const { navigate } = useListNavigation();
  return (
    <Link
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault();
        navigate(href, { scroll });
      }}
      {...props}
    />
  );
}
