import Link from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button";

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize };

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
  return <Link className={classNames(buttonStyle(variant, size), className)} {...props} />;
}
