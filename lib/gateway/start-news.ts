import "server-only";
import { z } from "zod";
import { newTopic } from "@/lib/platform/process/topic";

/** What the start is doing, for strangers too; null once everything runs. */
export const startStep = newTopic("start-step", z.string().nullable());
/** The local socket on which the web process answers. */
export const webPlace = newTopic("web-place", z.string());
