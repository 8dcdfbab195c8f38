export const campaigns = [
  "spring-renewal",
  "payment-reminder",
  "appointment-confirmation",
  "welcome-call",
  "satisfaction-survey",
  "win-back",
] as const;

export type Campaign = (typeof campaigns)[number];
