/** Choices of values, answers and days, of which the kept totals tell. */
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
  { name: "a gender", search: "gender=female" },
  { name: "not a gender of a year", search: "gender=!unknown&from=2025-11-20&to=2026-11-19" },
  { name: "a type, never transcribed", search: "type=lead&transcript=false" },
  { name: "three answers", search: "transcript=true&confirmed=false&phone_ok=true" },
  { name: "complete ones", search: "incomplete=false" },
  { name: "people of a campaign", search: "campaign=spring-sale&gender=female&type=customer" },
  { name: "failed, of women, confirmed", search: "status=failed&gender=female&confirmed=true" },
];

/** Choices whose calls have to be read, as many as the budget allows. */
export const readChoices: { name: string; search: string }[] = [
  { name: "long calls", search: "minutes=20.." },
  { name: "nearly all lengths", search: "minutes=1.." },
  { name: "short calls of a status", search: "minutes=..2&status=busy" },
  { name: "a customer", search: "customer=cus-7" },
  { name: "a common word", search: "q=refund" },
  { name: "a rare word", search: "q=zanzibar" },
  { name: "one sign", search: `q=${encodeURIComponent("猫")}` },
  { name: "punctuation", search: `q=${encodeURIComponent("@")}` },
];
