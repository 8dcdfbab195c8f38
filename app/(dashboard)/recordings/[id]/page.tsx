import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { loadCall } from "@/app/(dashboard)/recordings/open-call";
import { CallPage } from "@/components/call/call-layouts";
import { toNameOrNumber } from "@/components/format/phone-number";
import { requireViewer } from "@/lib/access/gate/gate";
import { parseIdSegment } from "@/lib/list/id-segment";
import { loadRecording } from "@/lib/recordings/load";
import type { RecordingView } from "@/lib/recordings/views/views";

type Props = PageProps<"/recordings/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: toNameOrNumber((await findRecording((await params).id)).customer) };
}

export default async function RecordingPage({ params, searchParams }: Props) {
  const recording = await findRecording((await params).id);
  const startSeconds = parseMoment((await searchParams).t);
  const call = await loadCall(recording.id);
  return <CallPage recording={recording} startSeconds={startSeconds} {...call} />;
}

/** Seconds, or minutes and seconds as a clock shows them; null: neither. */
function parseMoment(t: string | string[] | undefined): number | null {
  const [, hours = 0, minutes = 0, seconds] =
    /^(?:(?:(\d{1,15}):)?(\d{1,15}):)?(\d{1,15}(?:\.\d+)?)$/.exec(String(t)) ?? [];
  if (seconds === undefined) return null;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Read once for the title and the page. */
const findRecording = cache(async (segment: string): Promise<RecordingView> => {
  await requireViewer({ returnTo: `/recordings/${segment}` });
  return (await loadRecording(parseIdSegment(segment))) ?? notFound();
});
