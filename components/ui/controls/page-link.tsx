"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to a page that is fetched ahead once somebody turns to it. Of all that are in sight, as Next
 * does by itself, each page would ask the server twenty times over for pages that nobody opens.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [isMeant, setMeant] = useState(false);
  const turnTo = () => setMeant(true);
  return (
    <Link
      {...props}
      prefetch={isMeant ? null : false}
      onMouseEnter={turnTo}
      onFocus={turnTo}
      onTouchStart={turnTo}
    />
  );
}
