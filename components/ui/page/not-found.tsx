import { type LucideIcon, SearchX } from "lucide-react";
import type { Route } from "next";
import { ButtonLink } from "@/components/ui/controls/links";
import { EmptyState } from "./placeholders";

type NotFoundStateProps = {
  title: string;
  text: string;
  /** Where to go instead, and what that is called. */
  href: Route;
  go: string;
  icon?: LucideIcon;
};

/** What stands for a page of something that isn't there. */
export function NotFoundState({ title, text, href, go, icon = SearchX }: NotFoundStateProps) {
  const way = (
    <ButtonLink href={href} size="small">
      {go}
    </ButtonLink>
  );
  return (
    <EmptyState level={1} icon={icon} title={title} actions={way}>
      {text}
    </EmptyState>
  );
}
