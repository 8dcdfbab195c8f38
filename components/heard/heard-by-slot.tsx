"use client";

import dynamic from "next/dynamic";

/** A list does not load it before a call is opened. */
export const HeardBy = dynamic(() => import("./heard-by").then((module) => module.HeardBy));
