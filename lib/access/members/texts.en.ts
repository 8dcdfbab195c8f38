import { texts } from "@/lib/language/texts";

export const membersTexts = texts("accessMembers", {
  emailMissing: "Enter an email address.",
  nameMissing: "Enter your name.",
  atLeast: (characters: number) => `Use at least ${characters} characters.`,
  atMost: (characters: number) => `Use at most ${characters} characters.`,
  emailTaken: "This address already has an account.",
  notFound: "This person no longer has access.",
  lastAdministrator: "The last administrator can’t be removed: nobody else could let people in.",
});
