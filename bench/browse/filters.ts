/** Filters as people set them: common and rare values, what isn't, several at once, and searches. */
export const filters: { name: string; search: string }[] = [
  { name: "everything", search: "" },
  { name: "a common status", search: "status=completed" },
  { name: "a rare status", search: "status=escalated" },
  { name: "two rare statuses", search: "status=escalated&status=voicemail" },
  { name: "not the common status", search: "status=!completed" },
  {
    name: "all but a rare status",
    search: "status=!completed&status=!no-answer&status=!busy&status=!failed&status=!voicemail",
  },
  { name: "a common campaign", search: "campaign=spring-sale" },
  { name: "a rare campaign", search: "campaign=pilot" },
  { name: "no campaign", search: "campaign=~" },
  { name: "a common status of a rare campaign", search: "status=completed&campaign=pilot" },
  { name: "a rare type and a rare gender", search: "gender=unknown&type=partner" },
  { name: "three times no", search: "transcript=false&confirmed=false&phone_ok=false" },
  { name: "long calls of women that were busy", search: "status=busy&minutes=20..&gender=female" },
  { name: "the longest of a status", search: "sort=-minutes_used&status=failed" },
  { name: "a month of last year", search: "from=2025-03-01&to=2025-03-31&status=failed" },
  { name: "a common word", search: "q=refund" },
  { name: "a rare word", search: "q=zanzibar" },
  { name: "a word within a status", search: "q=complaint&status=failed" },
  { name: "one sign", search: `q=${encodeURIComponent("猫")}` },
  { name: "part of a phone number", search: "q=5550142" },
  // The cursor is put in its place by the run, since it lies at the far end of what was loaded.
  { name: "the last page", search: "after=last" },
];
