import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CustomerChangeView } from "@/lib/customers/views";
import { CustomerHistory } from "./customer";

test("a change says when the person's data was the same before", () => {
  const entry = (n: number, changed: Partial<CustomerChangeView>): CustomerChangeView => ({
    recordingId: `call-${n}`,
    deliveryId: `delivery-${n}`,
    acceptedAt: `2026-11-20T10:0${n}:00.000Z`,
    changes: [{ field: "customerType", before: "lead", after: null, words: null }],
    backTo: null,
    ...changed,
  });
  const draw = (...entries: CustomerChangeView[]) =>
    renderToStaticMarkup(
      <CustomerHistory
        history={{ entries, isFromBeginning: true }}
        timeZone="UTC"
        isAdministrator={false}
      />,
    );
  const first = entry(1, { changes: null });
  expect(draw(entry(3, { backTo: first.acceptedAt }), entry(2, {}), first)).toMatch(
    /Returned to the details of <time[^>]* dateTime="2026-11-20T10:01:00.000Z"/i,
  );
  expect(draw(entry(2, {}), first)).not.toContain("Returned");
});
