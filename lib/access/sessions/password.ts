export const minPasswordLength = 8;

/** What people are advised to use. */
export const advisedPasswordLength = 12;

/** Far beyond any password; longer ones would be work for an attacker to give. */
export const maxPasswordLength = 1024;
