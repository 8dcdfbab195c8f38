/** Choices of status, campaign and days, of which the kept totals tell. */
export const choices: { name: string; search: string }[] = [
  { name: "everything", search: "" },
  { name: "a status", search: "status=completed" },
  { name: "not a status", search: "status=!completed" },
  { name: "a campaign", search: "campaign=spring-sale" },
  { name: "no campaign, two statuses", search: "campaign=~&status=busy&status=failed" },
  { name: "a quarter", search: "from=2026-01-01&to=2026-03-28" },
  { name: "nearly three years", search: "from=2024-01-10&to=2026-10-20" },
  { name: "two years of a status", search: "from=2024-11-05&to=2026-11-10&status=failed" },
  { name: "a year", search: "from=2025-11-20&to=2026-11-19" },
  { name: "a week of a campaign", search: "from=2026-05-04&to=2026-05-10&campaign=spring-sale" },
];
