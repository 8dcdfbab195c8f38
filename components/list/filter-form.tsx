import type { Route } from "next";
import Form from "next/form";
import { Button } from "@/components/ui/controls/button";

type FilterFormProps = {
  path: Route;
  /** The parameters of the address that stay as they are. */
  others: [string, string][];
  note?: string;
  children: React.ReactNode;
};

/** Fields that are parameters of a list's address. Works without scripts. */
export function FilterForm({ path, others, note, children }: FilterFormProps) {
  return (
    <Form action={path} scroll={false} className="space-y-3 p-3">
      {others.map(([name, value]) => (
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
