import { ArrowLeft } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { PageLink } from "./page-link";

/** From a page to the one above it. */
export function BackLink({ className, children, ...props }: ComponentProps<typeof PageLink>) {
  return (
    <PageLink className={classNames(backLinkStyle, className)} {...props}>
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </PageLink>
  );
}

export const backLinkStyle =
  "inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text";
