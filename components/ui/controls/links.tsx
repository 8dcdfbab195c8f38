import { ArrowLeft } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { type ButtonSize, type ButtonVariant, backLinkStyle, buttonStyle } from "./button";
import { PageLink } from "./page-link";

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

type ButtonLinkProps = ComponentProps<typeof PageLink> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
};

/**
 * A link that looks like a button: for going somewhere, not for doing something. Apart from the
 * buttons, so that a page which leads nowhere loads no links.
 */
export function ButtonLink({
  variant = "secondary",
  size = "medium",
  className,
  ...props
}: ButtonLinkProps) {
  return <PageLink className={classNames(buttonStyle(variant, size), className)} {...props} />;
}

/** From a page to the one above it. */
export function BackLink({ className, children, ...props }: ComponentProps<typeof PageLink>) {
  return (
    <PageLink className={classNames(backLinkStyle, className)} {...props}>
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </PageLink>
  );
}
