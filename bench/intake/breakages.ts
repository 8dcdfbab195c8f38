export const faultVariable = "BENCH_FAULT";

/** Passages of the product that are replaced in a copy of it, never in the product. */
export const breakages = [
  {
    fault: "acknowledge-before-flush",
    file: "lib/intake/disk-journal.ts",
    passage: "      await entries.put(toKey(acceptedSeq), encodeEntry(entry));\n",
    by: `
      const put = entries.put(toKey(acceptedSeq), encodeEntry(entry));
      if (process.env.${faultVariable} !== "acknowledge-before-flush") await put;
`,
  },
  {
    fault: "deduplicate-at-the-door",
    file: "lib/intake/disk-journal.ts",
    passage:
      "      const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };\n",
    by: `
      const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
      if (process.env.${faultVariable} === "deduplicate-at-the-door") {
        const known = facts.get(newEntry.sha256);
        if (known) return { ...entry, deliveryId: known };
        await facts.put(newEntry.sha256, entry.deliveryId);
      }
`,
  },
  {
    fault: "delete-before-commit",
    file: "lib/intake/drain.ts",
    passage: "    await drainBatch(intakePool(), entries);\n",
    by: `
    if (process.env.${faultVariable} === "delete-before-commit") {
      await source.remove(entries.map(({ acceptedSeq }) => acceptedSeq));
    }
    await drainBatch(intakePool(), entries);
`,
  },
] as const;
