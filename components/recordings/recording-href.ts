import type { Route } from "next";
import { writeIdSegment } from "@/lib/recordings/record/id-segment";

/** A call's own address; ids may hold any characters. */
export function recordingHref(id: string): Route {
  return `/recordings/${writeIdSegment(id)}` as Route;
}
