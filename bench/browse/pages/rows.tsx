import { connection } from "next/server";
import { ListAndCall } from "@/components/call/list-and-call";
import { ListNavigation } from "@/components/list/navigation";
import { RecordingsTable } from "@/components/recordings/table/recordings-table";
import { emptyFilter, firstPage } from "@/lib/recordings/filter/filter";
import { parseTableView } from "@/lib/recordings/filter/list-view";
import type { RecordingRowView } from "@/lib/recordings/views/views";
import { emptyVocabulary } from "@/lib/vocabulary/terms";

/** Fifty calls from memory: no session, no database. */
export default async function RowsPage() {
  await connection();
  return (
    <ListNavigation>
      <ListAndCall given={{ id: null, node: null }} show={showNothing}>
        <RecordingsTable
          rows={rows}
          after={null}
          query={{ filter: emptyFilter, page: firstPage }}
          view={parseTableView(undefined)}
          watermark="0"
          viewerId="nobody"
          lastVisitMs={null}
          now={new Date()}
          timeZone="UTC"
          vocabulary={emptyVocabulary}
        />
      </ListAndCall>
    </ListNavigation>
  );
}

async function showNothing() {
  "use server";
  return null;
}

const rows: RecordingRowView[] = Array.from({ length: 50 }, (_, n) => ({
  id: `rec-${n}-0123456789abcdef0123456789abcdef`,
  createdAt: new Date(Date.UTC(2026, 10, 20, 10) - n * 94_000).toISOString(),
  status: ["completed", "no-answer", "busy"][n % 3] ?? "",
  campaign: n % 10 === 0 ? null : "spring-sale",
  minutesUsed: n % 12,
  hasTranscript: n % 7 > 0,
  summaryBeginning: `The customer asked about delivery, and about refund. Call number ${n} of the agent for the north, to be called back next week.`,
  searchedSummary: null,
  spoken: null,
  customerId: `cus-${n}`,
  customerName: `Ada Example-${n}`,
  phoneNumber: `+120255501${String(n).padStart(2, "0")}`,
  isPhoneNumberCorrect: n % 25 > 0,
  email: `ada.example${n}@example.com`,
  type: "customer",
  gender: "female",
  isConfirmed: true,
  callSid: `CA${n}`,
  receivedAt: "2026-11-20T10:00:00.000Z",
  changedAt: "2026-11-20T10:00:00.000Z",
  problemCount: 0,
  isCreatedAtOfArrival: false,
  audio: null,
  hasAudio: true,
  isProtected: false,
}));
