import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { DriftView } from "@/lib/intake/drift/views";

export type AcknowledgeAction = (form: FormData) => Promise<void>;

type AcknowledgeFormProps = {
  drifts: DriftView[];
  /** The button's name, where its words alone do not tell. */
  label?: string;
  action: AcknowledgeAction;
  children: React.ReactNode;
};

/** Marks these as known. */
export function AcknowledgeForm({ drifts, label, action, children }: AcknowledgeFormProps) {
  return (
    <form action={action}>
      {drifts.map(({ id }) => (
        <input key={id} type="hidden" name="drift" value={id} />
      ))}
      <SubmitButton variant="secondary" size="small" aria-label={label}>
        {children}
      </SubmitButton>
    </form>
  );
}
