import type { RehearsalView } from "@/lib/rehearsal/views";

/** The rehearsal as it stands; `away`: the database can't be asked now. */
export async function askForRehearsal(
  signal: AbortSignal,
): Promise<RehearsalView | null | "away" | "signed-out"> {
  try {
    const response = await fetch("/api/deliveries/rehearsal", { signal });
    if (response.status === 401 || response.status === 403) return "signed-out";
    // Answered by this very server from this very type.
    return response.ok ? ((await response.json()) as RehearsalView | null) : "away";
  } catch {
    return "away";
  }
}
