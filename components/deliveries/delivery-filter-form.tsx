import Form from "next/form";
import { Button } from "@/components/ui/button";
import type { DeliveryQuery } from "@/lib/intake/log/delivery-filter";
import { deliveriesPath, otherParameters } from "./deliveries-href";

type DeliveryFilterFormProps = {
  query: DeliveryQuery;
  /** The parameters that its fields set. */
  own: string[];
  note?: string;
  children: React.ReactNode;
};

/** Fields that are parameters of the log's address; all others stay. Works without scripts. */
export function DeliveryFilterForm({ query, own, note, children }: DeliveryFilterFormProps) {
  return (
    <Form action={deliveriesPath} scroll={false} className="space-y-3 p-3">
      {otherParameters(query, own).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="flex items-center justify-between gap-2">
        <p className="truncate text-muted text-xs">{note}</p>
        <Button type="submit" size="small">
          Apply
        </Button>
      </div>
    </Form>
  );
}
