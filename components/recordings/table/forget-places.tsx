"use client";

import { useEffect } from "react";
import { forgetPlaces } from "./scroll-restoration";

/** Nobody finds here what another person's list showed in this tab. */
export function ForgetPlaces() {
  useEffect(forgetPlaces, []);
  return null;
}
