/** Where the rest of something too long for a page is to be had. */
export function RawPayload({ href }: { href: string | null }) {
  if (href === null) return "which an export holds";
  return (
    <>
      in the{" "}
      <a
        href={href}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        raw payload
      </a>
    </>
  );
}

/** Administrators alone may have the bytes of a delivery. */
export function toRawHref(deliveryId: string | null, isAdministrator: boolean): string | null {
  return isAdministrator && deliveryId !== null ? `/api/deliveries/${deliveryId}/raw` : null;
}
