import type { Route } from "next";
import Link from "next/link";
import { classNames } from "@/components/ui/class-names";

type TextLinkProps = {
  href: Route;
  title?: string | undefined;
  className?: string;
  children: React.ReactNode;
};

/** A link in a text or a table, to a page that nobody need have fetched ahead. */
export function TextLink({ className, ...props }: TextLinkProps) {
  return <Link prefetch={false} className={classNames(textLinkStyle, className)} {...props} />;
}

export const textLinkStyle =
  "underline decoration-line-strong underline-offset-2 hover:decoration-current";
