/** A size of data on disk, in MB as people count them; never zero for something. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes > 0 && megabytes < 0.1) return "less than 0.1 MB";
  const format = megabytes < 10 ? small : large;
  return `${format.format(megabytes)} MB`;
}

const small = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const large = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
