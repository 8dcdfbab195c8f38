"use client";

import dynamic from "next/dynamic";

// A list that has calls loads neither.
export const FirstSteps = dynamic(() =>
  import("./first-steps").then((module) => module.FirstSteps),
);
export const NoMatchOffers = dynamic(() =>
  import("./no-match-offers").then((module) => module.NoMatchOffers),
);
