/** A customer's whole name, or a word where there is none. */
export function toCustomerName(customer: { firstName: string; lastName: string }): string {
  return `${customer.firstName} ${customer.lastName}`.trim() || "No name";
}
