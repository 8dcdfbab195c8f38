/** Where a tab keeps the address of the list that it showed last. */
export const listAddressKey = "earshot-list";
