import { texts } from "@/lib/language/texts";

export const intakeTexts = texts("intake", {
  secretRevoked: "This secret is revoked.",
  secretSealed:
    "It works, but can’t be shown: it was made under another AUTH_SECRET or in another database. Make a new one.",
  secretNameTaken: "There is a secret of this name already.",
  revocation: {
    "not-active": "It was revoked already.",
    "last-secret": "The last secret stays: without one, every event would be refused.",
  },
  enterDays: (most: number) => `Enter a whole number of days from 1 to ${most}.`,
  enterMinutes: (most: number) => `Enter a whole number of minutes from 0 to ${most}.`,
});
