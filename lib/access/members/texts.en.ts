import { texts } from "@/lib/language/texts";

export const membersTexts = texts("accessMembers", {
  emailMissing: "Enter an email address.",
  nameMissing: "Enter your name.",
  atLeast: (characters: number) => `Use at least ${characters} characters.`,
  atMost: (characters: number) => `Use at most ${characters} characters.`,
  emailTaken: "This address has an account already.",
  notFound: "This person has no access any more.",
  lastAdministrator: "The last administrator stays: nobody else could let people in.",
});
