"use client";

import dynamic from "next/dynamic";

/** Most lists have no sample data, and do not load what speaks of it. */
export const SampleNotice = dynamic(() =>
  import("./sample-data").then((module) => module.SampleNotice),
);
