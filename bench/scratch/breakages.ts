export const faultVariable = "BENCH_FAULT";

/** Passages of the product that are replaced in a copy of it, never in the product. */
export const breakages = [
  {
    fault: "acknowledge-before-flush",
    file: "lib/intake/journal/lmdb-journal.ts",
    passage:
      "      await file.add(encoded.length, ({ entries }) => entries.put(toKey(acceptedSeq), encoded));\n",
    by: `
      const put = file.add(encoded.length, ({ entries }) => entries.put(toKey(acceptedSeq), encoded));
      if (process.env.${faultVariable} !== "acknowledge-before-flush") await put;
`,
  },
  {
    fault: "deduplicate-at-the-gateway",
    file: "lib/intake/journal/lmdb-journal.ts",
    passage:
      "      const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };\n",
    by: `
      const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
      if (process.env.${faultVariable} === "deduplicate-at-the-gateway") {
        const known = await file.read(({ facts }) => facts.get(newEntry.sha256));
        if (known) return { ...entry, deliveryId: known };
        await file.change(({ facts }) => facts.put(newEntry.sha256, entry.deliveryId));
      }
`,
  },
  {
    fault: "delete-before-commit",
    file: "lib/intake/drain/drain.ts",
    passage: "    await drainEntries(intakePool(), source, entries, { ...watch, more });\n",
    by: `
    if (process.env.${faultVariable} === "delete-before-commit") {
      await source.remove(entries.map(({ acceptedSeq }) => acceptedSeq));
    }
    await drainEntries(intakePool(), source, entries, { ...watch, more });
`,
  },
] as const;
