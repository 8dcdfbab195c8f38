import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { GapView } from "@/lib/coverage/views";

/** Takes the keys of gaps, each as `gap`. */
export type GapAction = (form: FormData) => Promise<void>;

/** Nobody shall overlook that nothing can be kept right now. */
export function mayBeAcknowledged({ kind, isOngoing }: GapView): boolean {
  return kind === "silence" || !isOngoing;
}

type AcknowledgeGapsProps = {
  keys: string[];
  action: GapAction;
  /** The button's name, where its words alone do not tell. */
  label?: string;
  children: React.ReactNode;
};

/** A button that does something with gaps. */
export function AcknowledgeGaps({ keys, action, label, children }: AcknowledgeGapsProps) {
  return (
    <form action={action} className="shrink-0">
      {keys.map((key) => (
        <input key={key} type="hidden" name="gap" value={key} />
      ))}
      <SubmitButton variant="ghost" size="small" aria-label={label}>
        {children}
      </SubmitButton>
    </form>
  );
}
