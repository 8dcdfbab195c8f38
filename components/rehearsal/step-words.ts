import type { StepName } from "@/lib/rehearsal/plan-deliveries";

/** What a step does and what must come of it, for people. */
export const stepWords: Record<StepName, { title: string; expected: string }> = {
  "new-call": {
    title: "A new call",
    expected: "In JSON:API, still in progress. It becomes a recording.",
  },
  repeat: {
    title: "The same once more",
    expected: "The repeat is kept, and nothing changes.",
  },
  change: {
    title: "The call has ended",
    expected: "The recording takes the new status, and both versions are kept.",
  },
  late: {
    title: "The first one again, too late",
    expected: "It is kept, and doesn’t bring the old status back.",
  },
  "no-campaign": {
    title: "A call without a campaign",
    expected: "It becomes a recording of no campaign.",
  },
  "new-status": {
    title: "A status nobody has seen before",
    expected: "It becomes a recording of that status, as it came.",
  },
  flat: {
    title: "A flat body, without JSON:API",
    expected: "It becomes a recording all the same.",
  },
  "dead-audio": {
    title: "A dead audio link",
    expected: "It becomes a recording, and who listens is told why there is no sound.",
  },
  incomplete: {
    title: "Minutes that are no number",
    expected: "It becomes a recording all the same, marked as incomplete, with the reason.",
  },
  "not-understood": {
    title: "Nothing that shows that it is a call",
    expected: "It is acknowledged and held back, with its bytes and the reason.",
  },
  "public-address": {
    title: "By the public address",
    expected: "It arrives here. Whether others reach that address can’t be proven from inside.",
  },
};
