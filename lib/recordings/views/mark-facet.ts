import * as v from "@/lib/platform/shape";

/** How many recordings have a mark's value under the rest of the filter; with `isMore` there are so many at least. */
const markCountSchema = v.object({ value: v.string, count: v.number, isMore: v.boolean });

export type MarkCountView = v.Shaped<typeof markCountSchema>;

/** What `/api/recordings/mark-counts` answers: the values in their order, as people call them. */
export const markFacetSchema = v.object({
  values: v.array(
    v.object({
      ...markCountSchema.entries,
      label: v.string,
      /** What it takes to have the value. */
      hint: v.optional(v.string),
    }),
  ),
});

export type MarkFacetView = v.Shaped<typeof markFacetSchema>;
