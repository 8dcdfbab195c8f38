import { z } from "zod";
import { defaultLimit } from "@/lib/recordings/filter/filter";

/** Which people are asked for. */
export const customerFilterSchema = z.object({
  q: z.string(),
  /** Any of these; null is "no type", an empty list is any. */
  types: z.array(z.string().nullable()),
  confirmed: z.boolean().nullable(),
  phoneOk: z.boolean().nullable(),
  /** Whether calls say different things of the person. */
  contradictions: z.boolean().nullable(),
});

export const customerSortSchema = z.enum([
  "-last_call",
  "last_call",
  "-calls",
  "calls",
  "name",
  "-name",
]);

export type CustomerFilter = z.infer<typeof customerFilterSchema>;
export type CustomerSort = z.infer<typeof customerSortSchema>;

/** One page of the list: its order, the cursor it starts after or ends before, and its length. */
export type CustomerPage = {
  sort: CustomerSort;
  after: string | null;
  before: string | null;
  limit: number;
};
export type CustomerQuery = { filter: CustomerFilter; page: CustomerPage };

export const emptyCustomerFilter: CustomerFilter = {
  q: "",
  types: [],
  confirmed: null,
  phoneOk: null,
  contradictions: null,
};

export const firstCustomerPage: CustomerPage = {
  sort: "-last_call",
  after: null,
  before: null,
  limit: defaultLimit,
};
