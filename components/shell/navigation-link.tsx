"use client";

import type { Route } from "next";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";

type NavigationLinkProps = {
  href: Route;
  /** The path under which one is there, where the link itself leads elsewhere. */
  place?: string;
  icon: React.ReactNode;
  children: React.ReactNode;
};

/** A place in the rail; it knows whether one is there. */
export function NavigationLink({ href, place, icon, children }: NavigationLinkProps) {
  const pathname = usePathname();
  const path = place ?? href.split("?")[0];
  const isHere = pathname === path;
  const isWithin = isHere || pathname.startsWith(`${path}/`);
  return (
    <Link
      href={href}
      aria-current={isHere ? "page" : isWithin ? "true" : undefined}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-dense text-muted transition-colors hover:bg-pressed/70 hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <PendingDot />
    </Link>
  );
}

function PendingDot() {
  const { pending } = useLinkStatus();
  return pending ? (
    <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-accent" />
  ) : null;
}
