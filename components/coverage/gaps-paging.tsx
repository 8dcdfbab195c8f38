import { ButtonLink } from "@/components/ui/controls/button-link";
import { gapsHref, gapsPath } from "./gaps-href";

type GapsPagingProps = { isFirst: boolean; after: string | null };

/** The way to earlier gaps, and back to the latest. */
export function GapsPaging({ isFirst, after }: GapsPagingProps) {
  if (isFirst && !after) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {isFirst ? null : (
        <ButtonLink href={gapsPath} size="small" variant="ghost">
          Latest
        </ButtonLink>
      )}
      {after ? (
        <ButtonLink href={gapsHref(after)} size="small" rel="next">
          Earlier
        </ButtonLink>
      ) : null}
    </nav>
  );
}
