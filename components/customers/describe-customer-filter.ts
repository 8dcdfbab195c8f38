import type { FilterChip } from "@/components/recordings/filters/filter-chips";
import type { CustomerFilter, CustomerQuery } from "@/lib/customers/customer-filter";
import { filterHref } from "./customers-href";

/** Everything that narrows the list, in the order of the controls. */
export function describeCustomerFilter(query: CustomerQuery): FilterChip[] {
  const { filter } = query;
  return [
    ...filter.types.map((type) => ({
      name: "Type",
      verb: "is",
      value: type ?? noType,
      removeHref: filterHref(query, { types: filter.types.filter((other) => other !== type) }),
    })),
    ...customerFlags.flatMap(({ field, label }) => {
      const value = filter[field];
      if (value === null) return [];
      const removeHref = filterHref(query, { [field]: null });
      return [{ name: label, verb: "is", value: value ? "yes" : "no", removeHref }];
    }),
    ...(filter.q
      ? [{ name: "Search", verb: "for", value: filter.q, removeHref: filterHref(query, { q: "" }) }]
      : []),
  ];
}

export const noType = "No type";

type FlagField = Extract<keyof CustomerFilter, "confirmed" | "phoneOk" | "contradictions">;

/** What is true of a person or not. */
export const customerFlags: { field: FlagField; label: string }[] = [
  { field: "contradictions", label: "Contradictions" },
  { field: "phoneOk", label: "Phone number correct" },
  { field: "confirmed", label: "Confirmed" },
];
