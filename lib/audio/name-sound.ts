type NamedCall = {
  id: string;
  createdAt: Date;
  campaign: string | null;
  customerFirstName: string;
  customerLastName: string;
};

/**
 * What the file of a call is saved as, without its ending: campaign, customer, and when it was on the
 * clock of `timeZone`. A call of which neither is known is named by its id.
 */
export function nameSound(call: NamedCall, timeZone: string): string {
  const { id, createdAt, campaign, customerFirstName, customerLastName } = call;
  const customer = [customerFirstName, customerLastName].filter((part) => part.trim()).join(" ");
  const known = [campaign ?? "", customer].filter((part) => part.trim());
  const at = new Intl.DateTimeFormat("sv", {
    ...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  });
  const instant = at.format(createdAt).replace(" ", "-").replace(":", "");
  return [...(known.length > 0 ? known : [id]), instant]
    .map((part) => [...part.trim().replace(/\s+/g, "-")].slice(0, mostCharacters).join(""))
    .join("-");
}

/** Of each part, so that the instant is never cut off. */
const mostCharacters = 30;
