"use client";

import dynamic from "next/dynamic";

/** A list that has calls does not load it. */
export const FirstSteps = dynamic(() =>
  import("./first-steps").then((module) => module.FirstSteps),
);

/** A list that has calls does not load it. */
export const NoMatchOffers = dynamic(() =>
  import("./no-match-offers").then((module) => module.NoMatchOffers),
);
