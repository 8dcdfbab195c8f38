/**
 * The state of a browser that was here before, and so told its time zone: for it no page is asked for a
 * second time. A journey that has another zone, or no state, makes a first visit.
 */
export const returningBrowser = {
  cookies: [
    {
      name: "earshot-time-zone",
      value: "Europe/Berlin",
      domain: "localhost",
      path: "/",
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: "Lax" as const,
    },
  ],
  origins: [],
};
