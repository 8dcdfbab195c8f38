import { randomBytes } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";

/** A recording as an event carries it, under the names of the calling service. */
export type SentRecording = {
  minutes_used: number;
  call_sid: string;
  recording_attachment: string;
  campaign: string | null;
  customer: { details: SentCustomer; roster_attachment: string | null };
  has_transcript: boolean;
  summary: string;
  created_at: string;
  status: string;
};

type SentCustomer = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  gender: string;
  email: string | null;
  type: string | null;
  is_confirmed: boolean;
  is_phone_number_correct: boolean;
};

export type RecordingEvent = {
  data: { type: "recordings"; id: string; attributes: SentRecording & Record<string, unknown> };
};

/** The event of a call that no other journey knows. */
export function makeEvent(attributes: Record<string, unknown> = {}): RecordingEvent {
  const mark = randomBytes(8).toString("hex");
  const details: SentCustomer = {
    id: `cus_${mark}`,
    first_name: "Theodora",
    last_name: `Journey ${mark}`,
    phone_number: "+12025550147",
    gender: "female",
    email: null,
    type: null,
    is_confirmed: true,
    is_phone_number_correct: true,
  };
  const recording: SentRecording = {
    minutes_used: 3,
    call_sid: `CA${mark}`,
    recording_attachment: `https://audio.invalid/${mark}.mp3`,
    campaign: null,
    customer: { details, roster_attachment: null },
    has_transcript: false,
    summary: "A call that a journey made up.",
    created_at: new Date(nextMoment()).toISOString(),
    status: "completed",
  };
  return {
    data: { type: "recordings", id: `rec_${mark}`, attributes: { ...recording, ...attributes } },
  };
}

/** Later with each call, so that events have an order. */
function nextMoment(): number {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return lastMoment;
}

let lastMoment = 0;

/** A name that no other journey has, for a campaign to stay among its own calls. */
export function makeCampaign(): string {
  return `journey-${randomBytes(8).toString("hex")}`;
}

/** Sends it as the calling service does, and gives the delivery's id. */
export async function sendEvent(webhookUrl: string, event: RecordingEvent): Promise<string> {
  const response = await fetch(webhookUrl, {
    method: "POST",
    headers: { "Content-Type": "application/vnd.api+json" },
    body: JSON.stringify(event),
  });
  expect(response.status).toBe(202);
  return (await response.json()).deliveryId;
}

/** Sends it and waits until it has been understood, which takes a busy machine some time when it is large. */
export async function deliver(
  { webhookUrl, request }: { webhookUrl: string; request: Pick<APIRequestContext, "get"> },
  event: RecordingEvent,
): Promise<string> {
  const deliveryId = await sendEvent(webhookUrl, event);
  const readOutcome = async () => {
    const response = await request.get(`/api/deliveries/${deliveryId}`);
    return response.ok() ? (await response.json()).outcome : `status ${response.status()}`;
  };
  await expect
    .poll(readOutcome, { intervals: [50, 100, 200], timeout: 60_000 })
    .toMatch(/stored|unchanged|superseded/);
  return deliveryId;
}
