/** Numbers of things, with their thousands apart; the same on server and client. */
export const countFormat = new Intl.NumberFormat("en");
