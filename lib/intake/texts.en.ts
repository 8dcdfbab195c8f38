import { texts } from "@/lib/language/texts";

export const intakeTexts = texts("intake", {
  secretRevoked: "This secret is revoked.",
  secretSealed:
    "It works, but can’t be shown: it was created with another AUTH_SECRET or in another database. Create a new one.",
  secretNameTaken: "A secret with this name already exists.",
  revocation: {
    "not-active": "It’s already revoked.",
    "last-secret": "The last secret can’t be revoked: every event would be refused.",
  },
  enterDays: (most: number) => `Enter a whole number of days from 1 to ${most}.`,
  enterMinutes: (most: number) => `Enter a whole number of minutes from 0 to ${most}.`,
});
