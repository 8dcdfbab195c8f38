import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button";
import { PageLink } from "./page-link";

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
