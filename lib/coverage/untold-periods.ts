import "server-only";
import { z } from "zod";
import { newTopic } from "@/lib/platform/process/topic";
import { type ListeningPeriod, listeningPeriodSchema } from "./listening-period";

/** What the process that listens knows of its listening and the database may not know yet. */
export const untoldPeriodsNews = newTopic("untold-periods", z.array(listeningPeriodSchema));

export function untoldPeriods(): ListeningPeriod[] {
  return untoldPeriodsNews.last() ?? [];
}
