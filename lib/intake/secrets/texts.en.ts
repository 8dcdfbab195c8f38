import { texts } from "@/lib/language/texts";

export const secretsTexts = texts("intakeSecrets", {
  nameMissing: "Enter a name, such as the month or who registers it.",
  nameTooLong: (most: number) => `Use at most ${most} characters.`,
  nameInvisible: "Use visible characters only.",
});
